import { SHORT_RESULT } from '#app/chat/turns/fold-turn.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** Characters of the input of an earlier call, which names it. */
const MAX_INPUT = 200;

/** A call of a tool that reads. */
export interface ReadCall {
  id: string;
  name: string;
  input: unknown;
}

/**
 * The results of reads that a model has before it, as they were given: none is told twice. One that was
 * folded meanwhile is forgotten here, so that it can be read again.
 */
export class ToldResults {
  readonly #calls = new Map<string, ReadCall>();

  /** The answer to a call, or the name of the earlier call that was answered in the same words. */
  async tell(call: ReadCall, answer: unknown): Promise<unknown> {
    const text = JSON.stringify(answer) ?? '';
    if (text.length <= SHORT_RESULT) return answer;
    const hash = await sha256(text);
    const earlier = this.#calls.get(hash);
    if (earlier === undefined) {
      this.#calls.set(hash, call);
      return answer;
    }
    return { unchanged: `Your earlier call ${describeCall(earlier)} has told exactly this.` };
  }

  /** The results of these calls are no longer before the model. */
  forget(ids: readonly string[]): void {
    for (const [hash, { id }] of this.#calls) if (ids.includes(id)) this.#calls.delete(hash);
  }
}

function describeCall({ name, input }: ReadCall): string {
  const text = JSON.stringify(input) ?? '';
  return `${name} ${text.length <= MAX_INPUT ? text : `${text.slice(0, MAX_INPUT).toWellFormed()}…`}`;
}

import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';

import type { CalledTool } from './plan-real-call.ts';

/** Results of a turn that are kept: a model reads on in what it has just been answered. */
const MAX_KEPT = 4;

/** A call of a tool, and what answered it. */
type AnsweredCall = CalledTool & { upstream: 'mock' | 'real' };

/** The texts of the last results of a turn, so that reading their further pages makes no call again. */
export class KeptResults {
  readonly #texts = new Map<string, string>();

  keep(call: AnsweredCall, text: string): void {
    const key = keyOf(call);
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_KEPT && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** The text that the same call was answered with; null where it is kept no more. */
  find(call: AnsweredCall): string | null {
    return this.#texts.get(keyOf(call)) ?? null;
  }
}

function keyOf({ name, arguments: given, answers = [], upstream }: AnsweredCall): string {
  return toCanonicalJson([name, given, answers, upstream]);
}

import type { JsonObject } from '#app/runtime/definition.ts';

import type { ServerQuestion } from './connection.ts';

export type QuestionAnswer =
  | { kind: 'answered'; result: JsonObject }
  | { kind: 'refused'; message: string }
  /** The request that it came with has ended. */
  | { kind: 'withdrawn' };

/** Questions that wait at the same time; nobody answers more, and a page of them stands still. */
const MAX_OPEN = 50;

/** Questions of a server that wait for the person. */
export class OpenQuestions {
  readonly #onChange: () => void;
  #all: readonly ServerQuestion[] = [];
  #lastId = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  readonly getAll = () => this.#all;

  ask(
    { method, params, askedAt }: Pick<ServerQuestion, 'method' | 'params' | 'askedAt'>,
    signal: AbortSignal,
  ): Promise<QuestionAnswer> {
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const settle = (answer: QuestionAnswer) => {
        signal.removeEventListener('abort', withdraw);
        this.#set(this.#all.filter((question) => question.id !== id));
        resolve(answer);
      };
      const withdraw = () => settle({ kind: 'withdrawn' });
      if (signal.aborted) return resolve({ kind: 'withdrawn' });
      if (this.#all.length >= MAX_OPEN) {
        const message = `${MAX_OPEN} questions wait already.`;
        return resolve({ kind: 'refused', message });
      }
      signal.addEventListener('abort', withdraw);
      const answer = (result: JsonObject) => settle({ kind: 'answered', result });
      const refuse = (message: string) => settle({ kind: 'refused', message });
      this.#set([...this.#all, { id, method, params, askedAt, answer, refuse }]);
    });
  }

  #set(all: readonly ServerQuestion[]): void {
    this.#all = all;
    this.#onChange();
  }
}

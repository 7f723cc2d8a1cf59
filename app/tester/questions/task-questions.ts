import type { ServerConnection, ServerQuestion } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';

import { answerRulesOf } from './answer-rules.ts';
import { toSamplingResult } from './read-sampling.ts';

/** Their numbers are below those of the connection's own questions. */
let lastId = 0;

const known = new WeakMap<ServerConnection, Store<readonly ServerQuestion[]>>();

/** Questions that came with the state of a task, and wait for the person. */
export function taskQuestionsOf(connection: ServerConnection): Store<readonly ServerQuestion[]> {
  const questions = known.get(connection) ?? createStore<readonly ServerQuestion[]>([]);
  known.set(connection, questions);
  return questions;
}

/** Asks the person, or answers by the rules; rejects where they refuse, or where the task ends before. */
export function askPerson(
  connection: ServerConnection,
  method: string,
  params: JsonObject,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const { cannedReply, model, roots } = answerRulesOf(connection).get();
  if (method === 'roots/list')
    return Promise.resolve({ roots: roots.map((root) => ({ ...root })) });
  if (method === 'sampling/createMessage' && cannedReply !== null) {
    return Promise.resolve(toSamplingResult(cannedReply, model, 'endTurn'));
  }
  const store = taskQuestionsOf(connection);
  return new Promise((resolve, reject) => {
    lastId -= 1;
    const id = lastId;
    const remove = () => store.set(store.get().filter((question) => question.id !== id));
    signal?.addEventListener('abort', () => {
      remove();
      reject(new Error('The task has ended.'));
    });
    const answer = (result: JsonObject) => {
      remove();
      resolve(result);
    };
    const refuse = (message: string) => {
      remove();
      reject(new Error(message));
    };
    store.set([...store.get(), { id, method, params, askedAt: 0, answer, refuse }]);
  });
}

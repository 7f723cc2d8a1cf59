import type { JsonObject } from '#app/runtime/definition.ts';

import type { ConnectionScope } from './connection-scope.ts';
import type { Asked } from './dialogue.ts';

/** JSON-RPC's code for a method that a side does not have. */
const METHOD_NOT_FOUND = -32_601;
/** The reference client's code for a request that its user turned down. */
const REFUSED = -1;

const ASKED_OF_THE_PERSON = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);

/** Answers a request of the server: the result or error of the message, or null where nobody waits for it any more. */
export async function answerServer(
  scope: ConnectionScope,
  asked: Asked,
  signal: AbortSignal,
): Promise<JsonObject | null> {
  if (asked.method === 'ping') return { result: {} };
  if (asked.method === 'roots/list' && scope.roots !== null) {
    return { result: { roots: [...scope.roots] } };
  }
  if (!ASKED_OF_THE_PERSON.has(asked.method)) {
    const message = `This client does not have ${asked.method}.`;
    return { error: { code: METHOD_NOT_FOUND, message } };
  }
  const answer = await scope.questions.ask(asked, signal);
  switch (answer.kind) {
    case 'answered':
      return { result: answer.result };
    case 'refused':
      return { error: { code: REFUSED, message: answer.message } };
    case 'withdrawn':
      return null;
  }
}

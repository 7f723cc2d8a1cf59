import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import {
  checkOfBoth,
  legacyCheck,
  legacyRule,
  modernCheck,
  modernRule,
  sameRule,
} from './conformance-check.ts';
import type { CheckEra, ConformanceCheck } from './conformance-check.ts';
import { breaks, describeAnswer, holds, resultOf, unknown } from './findings.ts';

/** Requests that may be answered by a question. */
const MAY_ASK = new Set(['prompts/get', 'resources/read', 'tools/call']);

/** Rules that every message obeys: they look at everything that was sent and answered. */
export const messageChecks: ConformanceCheck[] = [
  legacyCheck({
    name: 'ping',
    area: 'messages',
    level: 'must',
    title: 'ping is answered',
    rule: legacyRule(
      'basic/utilities/ping#behavior-requirements',
      'The receiver MUST respond promptly with an empty response.',
    ),
    fix: 'Answer ping with an empty result.',
    judge: async (subject) => {
      const answer = await subject.ask('ping');
      const text = `ping: ${describeAnswer(answer)}.`;
      return resultOf(answer) === null ? breaks(text, answer) : holds(text, answer);
    },
  }),
  ...checkOfBoth({
    name: 'atOnce',
    area: 'messages',
    level: 'must',
    title: 'Requests at the same time get their own answers',
    rules: sameRule(
      'basic/index#responses',
      'Result responses MUST include the same ID as the request they correspond to.',
    ),
    fix: 'Answer each POST with the answer to its own request, also where several are open.',
    judge: async (subject) => {
      const method = subject.era === 'modern' ? 'server/discover' : 'ping';
      const answers = await Promise.all([1, 2, 3].map(() => subject.ask(method)));
      const lost = answers.find(
        (each) => resultOf(each) === null || each.got?.message?.['id'] !== sentId(each),
      );
      return lost === undefined
        ? holds('Three requests at once got three answers.', ...answers.slice(0, 1))
        : breaks(`One of three requests at once: ${describeAnswer(lost)}.`, lost);
    },
  }),
  ...checkOfBoth({
    name: 'ids',
    area: 'messages',
    level: 'must',
    title: 'Answers bear the id of their request',
    rules: sameRule(
      'basic/index#responses',
      'Result responses MUST include the same ID as the request they correspond to. Error responses MUST include the same ID as the request they correspond to (except in error cases where the ID could not be read due a malformed request).',
    ),
    fix: 'Repeat the id of the request, with its type, in results and in errors.',
    judge: ({ seen, era }) => {
      const asked = seen.filter(
        (each) => sentId(each) !== undefined && each.got?.message && !mayLackId(each, era),
      );
      const wrong = asked.find((each) => each.got?.message?.['id'] !== sentId(each));
      return wrong === undefined
        ? holds(`Compared ${asked.length} answers with their requests.`)
        : breaks('An answer bears another id than its request.', wrong);
    },
  }),
  modernCheck({
    name: 'resultType',
    area: 'messages',
    level: 'must',
    title: 'Results say of which type they are',
    rule: modernRule(
      'basic/index#responses',
      'The result MUST include a resultType field to indicate the type of the result.',
    ),
    fix: 'Add resultType: "complete" to results.',
    judge: ({ seen }) => {
      const results = seen.filter((each) => resultOf(each) !== null);
      const odd = results.find((each) => typeof resultOf(each)?.['resultType'] !== 'string');
      return odd === undefined
        ? holds(`Looked at ${results.length} results.`)
        : breaks(`The result of ${sentMethod(odd)} has no resultType.`, odd);
    },
  }),
  modernCheck({
    name: 'noQuestions',
    area: 'messages',
    level: 'must',
    title: 'Only calls, prompts and resources ask for input',
    rule: modernRule(
      'basic/patterns/mrtr#supported-requests',
      'Servers MUST NOT send InputRequiredResult responses on any other client requests.',
    ),
    fix: 'Answer discovery and lists without asking the user for anything.',
    judge: ({ seen }) => {
      const plain = seen.filter(
        (each) => resultOf(each) !== null && !MAY_ASK.has(sentMethod(each)),
      );
      const odd = plain.find((each) => resultOf(each)?.['resultType'] === 'input_required');
      return odd === undefined
        ? holds(`Looked at ${plain.length} results.`)
        : breaks(`${sentMethod(odd)} asked for input.`, odd);
    },
  }),
  ...checkOfBoth({
    name: 'capabilities',
    area: 'messages',
    level: 'must',
    title: 'Nothing is asked of a client that declared no capability',
    rules: {
      modern: modernRule(
        'basic/index#meta',
        'A server MUST NOT rely on capabilities the client has not declared.',
      ),
      legacy: legacyRule(
        'basic/lifecycle#operation',
        'Both parties MUST: Respect the negotiated protocol version; Only use capabilities that were successfully negotiated.',
      ),
    },
    fix: 'Ask for elicitation, sampling and roots only where the client declared them.',
    judge: ({ seen }) => {
      const asked = seen.find((each) => questionIn(each) !== null);
      return asked === undefined
        ? holds(`Looked at ${seen.length} answers to a client without capabilities.`)
        : breaks(`The answer to ${sentMethod(asked)} came with ${questionIn(asked)}.`, asked);
    },
  }),
  modernCheck({
    name: 'noLogs',
    area: 'messages',
    level: 'must',
    title: 'Nothing is logged to a client that did not ask for it',
    rule: modernRule(
      'server/utilities/logging#per-request-log-level',
      'The server MUST NOT emit notifications/message for a request that does not include this field.',
    ),
    fix: 'Send notifications/message only where _meta has io.modelcontextprotocol/logLevel.',
    judge: ({ seen }) => {
      const logged = seen.find((each) =>
        othersOf(each).some(({ method }) => method === 'notifications/message'),
      );
      return logged === undefined
        ? holds(`Looked at ${seen.length} answers.`)
        : breaks(`The answer to ${sentMethod(logged)} came with a log message.`, logged);
    },
  }),
  legacyCheck({
    name: 'logLevel',
    area: 'messages',
    level: 'should',
    title: 'A log level can be set, and an unknown one is refused',
    rule: legacyRule(
      'server/utilities/logging#error-handling',
      'Servers SHOULD return standard JSON-RPC errors for common failure cases: Invalid log level: -32602 (Invalid params).',
    ),
    fix: 'Answer logging/setLevel with an empty result, and -32602 to a level that there is not.',
    judge: async (subject) => {
      if (subject.capabilities['logging'] === undefined) return unknown('It logs nothing.');
      const set = await subject.ask('logging/setLevel', { level: 'error' });
      if (resultOf(set) === null) return breaks(`logging/setLevel: ${describeAnswer(set)}.`, set);
      const odd = await subject.ask('logging/setLevel', { level: 'checks-no-level' });
      const text = `An unknown level: ${describeAnswer(odd)}.`;
      return resultOf(odd) === null ? holds(text, set, odd) : breaks(text, odd);
    },
  }),
];

function sentMessage({ sent }: Exchange): JsonObject | null {
  try {
    const message = parseJson(sent.body);
    return isJsonObject(message) ? message : null;
  } catch {
    return null;
  }
}

/** A request that the HTTP half refuses unread bears no id: a foreign origin, and in 2025 a wrong header. */
function mayLackId({ got }: Exchange, era: CheckEra): boolean {
  if (got === null || got.message?.['id'] != null) return false;
  return got.status === 403 || (era === 'legacy' && got.status >= 400);
}

function sentId(exchange: Exchange) {
  return sentMessage(exchange)?.['id'];
}

export function sentMethod(exchange: Exchange): string {
  const method = sentMessage(exchange)?.['method'];
  return typeof method === 'string' ? method : exchange.sent.method;
}

function othersOf({ got }: Exchange): readonly JsonObject[] {
  return got?.others ?? [];
}

/** A request of the server in the middle of an answer. */
function questionIn(exchange: Exchange): string | null {
  const question = othersOf(exchange).find(({ id, method }) => id !== undefined && method);
  if (typeof question?.['method'] === 'string') return question['method'];
  return resultOf(exchange)?.['resultType'] === 'input_required' ? 'a question to the user' : null;
}

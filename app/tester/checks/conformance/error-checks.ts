import type { JsonObject } from '#app/runtime/json.ts';

import { checkOfBoth, legacyRule, modernCheck, modernRule, sameRule } from './conformance-check.ts';
import type { ConformanceCheck, CheckFinding } from './conformance-check.ts';
import {
  breaks,
  describeAnswer,
  errorOf,
  holds,
  judgeRefusal,
  resultOf,
  unknown,
} from './findings.ts';
import { usualMeta } from './build-request.ts';
import { LISTS } from './subject.ts';
import type { Subject } from './subject.ts';

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
/** For resources, until 2025-11-25. */
const RESOURCE_NOT_FOUND = -32_002;
const NO_NAME = 'checks_nothing_of_this_name';
const NO_RESOURCE = 'checks://nothing/of-this-name';

/** Answers to questions about things that are not there. */
export const errorChecks: ConformanceCheck[] = [
  ...checkOfBoth({
    name: 'unknownMethod',
    area: 'errors',
    level: 'must',
    title: 'An unknown method is answered as not found',
    rules: {
      modern: modernRule(
        'basic/transports/streamable-http#protocol-version-header',
        'If the server does not implement the requested RPC method, it MUST respond with 404 Not Found and a JSON-RPC error with code -32601 (Method not found).',
      ),
      legacy: legacyRule(
        'basic/index#messages',
        'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
      ),
    },
    fix: `Answer ${METHOD_NOT_FOUND} to methods that the server does not have; in 2026-07-28 with HTTP 404.`,
    judge: async (subject) => {
      const answer = await subject.ask('checks/no-such-method');
      const status = subject.era === 'modern' ? { status: 404 } : {};
      return judgeRefusal('An unknown method', answer, { code: METHOD_NOT_FOUND, ...status });
    },
  }),
  ...checkOfBoth({
    name: 'unknownTool',
    area: 'errors',
    level: 'should',
    title: 'A call of an unknown tool is a protocol error',
    rules: sameRule(
      'server/tools#error-handling',
      'Protocol Errors indicate issues with the request structure itself that models are less likely to be able to fix: Unknown tool.',
    ),
    fix: `Answer ${INVALID_PARAMS} to a call of a tool that is not there.`,
    judge: (subject) =>
      judgeAbsent(subject, 'tools', 'tools/call', { name: NO_NAME, arguments: {} }),
  }),
  ...checkOfBoth({
    name: 'unknownPrompt',
    area: 'errors',
    level: 'should',
    title: 'An unknown prompt is refused',
    rules: sameRule(
      'server/prompts#error-handling',
      'Servers SHOULD return standard JSON-RPC errors for common failure cases: Invalid prompt name: -32602 (Invalid params).',
    ),
    fix: `Answer ${INVALID_PARAMS} to prompts/get of a prompt that is not there.`,
    judge: (subject) => judgeAbsent(subject, 'prompts', 'prompts/get', { name: NO_NAME }),
  }),
  ...checkOfBoth({
    name: 'unknownResource',
    area: 'errors',
    level: 'must',
    legacyLevel: 'should',
    title: 'An unknown resource is refused, and not empty',
    rules: {
      modern: modernRule(
        'server/resources#error-handling',
        'If the requested resource does not exist, servers MUST return a JSON-RPC error with code -32602 (Invalid Params).',
      ),
      legacy: legacyRule(
        'server/resources#error-handling',
        'Servers SHOULD return standard JSON-RPC errors for common failure cases: Resource not found: -32002.',
      ),
    },
    fix: 'Answer an error to resources/read of a resource that is not there: -32602, and -32002 until 2025-11-25.',
    judge: (subject) => judgeResource(subject),
  }),
  ...checkOfBoth({
    name: 'unknownCursor',
    area: 'errors',
    level: 'should',
    title: 'A cursor that was never given out is refused',
    rules: sameRule(
      'server/utilities/pagination#error-handling',
      'Invalid cursors SHOULD result in an error with code -32602 (Invalid params).',
    ),
    fix: `Answer ${INVALID_PARAMS} to an unknown cursor. Otherwise a client may list forever.`,
    judge: (subject) =>
      judgeAbsent(subject, 'tools', 'tools/list', { cursor: 'checks-no-such-cursor' }),
  }),
  ...checkOfBoth({
    name: 'unknownCompletion',
    area: 'errors',
    level: 'should',
    title: 'A completion for an unknown prompt is refused',
    rules: sameRule(
      'server/utilities/completion#error-handling',
      'Servers SHOULD return standard JSON-RPC errors for common failure cases: Invalid prompt name: -32602 (Invalid params).',
    ),
    fix: `Answer ${INVALID_PARAMS} to completion/complete of a prompt that is not there.`,
    judge: (subject) =>
      judgeAbsent(subject, 'completions', 'completion/complete', {
        ref: { type: 'ref/prompt', name: NO_NAME },
        argument: { name: 'any', value: '' },
      }),
  }),
  modernCheck({
    name: 'logLevel',
    area: 'errors',
    level: 'should',
    title: 'An unknown log level is refused',
    rule: modernRule(
      'server/utilities/logging#error-handling',
      'If the io.modelcontextprotocol/logLevel value carried in a request’s _meta is not a recognized log level, the server SHOULD reject that request with a standard JSON-RPC error: Invalid log level: -32602 (Invalid params).',
    ),
    fix: `Answer ${INVALID_PARAMS} where io.modelcontextprotocol/logLevel is no log level.`,
    judge: async (subject) => {
      if (subject.capabilities['logging'] === undefined) return unknown('It logs nothing.');
      const meta = { ...usualMeta(), 'io.modelcontextprotocol/logLevel': 'checks-no-level' };
      const answer = await subject.ask('server/discover', {}, { meta });
      return judgeRefusal('An unknown log level', answer, { code: INVALID_PARAMS });
    },
  }),
];

async function judgeAbsent(
  subject: Subject,
  capability: string,
  method: string,
  params: JsonObject,
): Promise<CheckFinding> {
  if (subject.capabilities[capability] === undefined) {
    return unknown(`The server does not declare ${capability}.`);
  }
  const answer = await subject.ask(method, params);
  return judgeRefusal(method, answer, { code: INVALID_PARAMS });
}

async function judgeResource(subject: Subject): Promise<CheckFinding> {
  if (subject.capabilities[LISTS.resources.capability] === undefined) {
    return unknown('The server does not declare resources.');
  }
  const answer = await subject.ask('resources/read', { uri: NO_RESOURCE });
  const text = `resources/read: ${describeAnswer(answer)}.`;
  if (resultOf(answer) !== null) return breaks(text, answer);
  if (subject.era === 'modern')
    return judgeRefusal('resources/read', answer, { code: INVALID_PARAMS });
  const { code = null } = errorOf(answer) ?? {};
  return code === RESOURCE_NOT_FOUND || code === INVALID_PARAMS
    ? holds(text, answer)
    : breaks(`${text} Expected was error ${RESOURCE_NOT_FOUND}.`, answer);
}

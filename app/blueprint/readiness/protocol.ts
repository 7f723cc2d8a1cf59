import { isJsonObject, toText } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import type { Exchange, ProbeAnswer, ProbeName } from '#app/runtime/probe/server-evidence.ts';

import { nameSome } from './name-some.ts';
import { exchangeRule, notApplicable, serverRule, showExchange } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

const MODERN = '2026-07-28';
const NOT_MODERN = 'The server does not speak 2026-07-28.';
const NOT_ASKED = 'The server answered no known protocol revision, so this was not tested.';

/** JSON-RPC and MCP error codes. */
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const HEADER_MISMATCH = -32_020;
const VERSION_UNSUPPORTED = -32_022;

/** Checks of the protocol: both eras, precise errors, reliable lists. */
export const protocolRules: CheckRule[] = [
  exchangeRule({
    id: 'protocol.modern',
    includesNonMcp: true,
    title: `Supports the current revision, ${MODERN}`,
    weight: 5,
    fix: 'Serve with a runtime that answers server/discover; a server generated here does.',
    exchange: 'discover',
    reason: NOT_ASKED,
    judge: ({ message, status }) => {
      const versions = resultOf(message)?.['supportedVersions'];
      if (Array.isArray(versions) && versions.includes(MODERN)) {
        return {
          status: 'pass',
          text: `server/discover names ${versions.map(toText).join(', ')}.`,
        };
      }
      const text = `server/discover did not name ${MODERN}: HTTP ${status}.`;
      return { status: 'fail', text };
    },
  }),
  exchangeRule({
    id: 'protocol.legacy',
    includesNonMcp: true,
    title: 'Clients from 2025 are supported on the same URL',
    weight: 3,
    fix: 'Answer initialize of 2025-11-25 as well: most clients in use still start with it.',
    exchange: 'initialize',
    reason: NOT_ASKED,
    judge: ({ message, status }, { era }) => {
      const version = resultOf(message)?.['protocolVersion'];
      if (typeof version === 'string') {
        return { status: 'pass', text: `initialize agreed on ${version}.` };
      }
      const text = `initialize was not answered with a protocol version: HTTP ${status}.`;
      // It speaks neither: no client can use it.
      return era === null ? { status: 'fail', text, blocks: true } : { status: 'warn', text };
    },
  }),
  exchangeRule({
    id: 'protocol.methodHeader',
    title: 'A method header that contradicts the body is rejected',
    weight: 2,
    fix: `Answer 400 with ${HEADER_MISMATCH} where Mcp-Method and the body differ.`,
    exchange: 'methodMismatch',
    reason: NOT_MODERN,
    judge: (answer) => refused(answer, [HEADER_MISMATCH], 400),
  }),
  exchangeRule({
    id: 'protocol.nameHeader',
    title: 'A tool name header that contradicts the body is rejected',
    weight: 2,
    fix: `Answer 400 with ${HEADER_MISMATCH} where Mcp-Name and the body differ.`,
    exchange: 'nameMismatch',
    reason: NOT_MODERN,
    judge: (answer) => refused(answer, [HEADER_MISMATCH], 400),
  }),
  exchangeRule({
    id: 'protocol.version',
    title: 'An unknown protocol revision is rejected, with the supported ones named',
    weight: 2,
    fix: `Answer 400 with ${VERSION_UNSUPPORTED} and the revisions that are supported.`,
    exchange: 'versionUnsupported',
    reason: NOT_MODERN,
    judge: (answer) => refused(answer, [VERSION_UNSUPPORTED], 400),
  }),
  exchangeRule({
    id: 'protocol.unknownMethod',
    title: 'An unknown method is answered as not found',
    weight: 2,
    fix: `Answer ${METHOD_NOT_FOUND} to methods that the server does not have.`,
    exchange: 'methodUnknown',
    reason: NOT_ASKED,
    judge: (answer) => refused(answer, [METHOD_NOT_FOUND]),
  }),
  exchangeRule({
    id: 'protocol.unknownTool',
    title: 'An unknown tool is a protocol error',
    weight: 2,
    fix: `Answer ${INVALID_PARAMS} to a tools/call of a tool that is not there.`,
    exchange: 'toolUnknown',
    reason: NOT_ASKED,
    judge: (answer) => {
      if (resultOf(answer.message)?.['isError'] !== true) return refused(answer, [INVALID_PARAMS]);
      return { status: 'warn', text: 'It came back as a failed result, not as a protocol error.' };
    },
  }),
  exchangeRule({
    id: 'protocol.cursor',
    title: 'An unknown cursor is rejected',
    weight: 1,
    fix: `Answer ${INVALID_PARAMS} to an unknown cursor. Otherwise a client may list forever.`,
    exchange: 'cursorUnknown',
    reason: NOT_ASKED,
    judge: (answer) =>
      resultOf(answer.message) === null
        ? refused(answer, [INVALID_PARAMS])
        : { status: 'warn', text: 'The cursor was ignored, and a list came back.' },
  }),
  exchangeRule({
    id: 'protocol.undeclared',
    title: 'Methods of capabilities that are not declared are rejected',
    weight: 1,
    fix: 'Declare the capability, or answer that the method is not there.',
    exchange: 'undeclared',
    reason: 'The server declares all of tools, resources and prompts, or was not asked.',
    judge: (answer) =>
      resultOf(answer.message) === null
        ? refused(answer, [METHOD_NOT_FOUND])
        : { status: 'warn', text: 'A list came back although its capability is not declared.' },
  }),
  serverRule({
    id: 'protocol.clientCapabilities',
    title: 'Only capabilities that the client declared are used',
    weight: 3,
    fix: 'Send elicitation, sampling and log messages only to clients that declared them.',
    judge: ({ exchanges }) => {
      const answered = Object.entries(exchanges).filter(([, { got }]) => got !== null);
      if (answered.length === 0) return notApplicable(NOT_ASKED);
      for (const [name, exchange] of answered) {
        const asked = exchange.got?.others.find(({ id, method }) => method && id !== undefined);
        const needs = resultOf(exchange.got?.message ?? null)?.['resultType'] === 'input_required';
        if (asked === undefined && !needs) continue;
        const what = needs ? 'an answer that needs input' : toText(asked?.['method'] ?? null);
        const text = `The probe offers no capability, and its ${name} got ${what}.`;
        return { status: 'fail', text, ...showExchange(exchange) };
      }
      const text = `None of ${answered.length} answers asked the client for anything.`;
      return { status: 'pass', text };
    },
  }),
  serverRule({
    id: 'protocol.resultTypes',
    title: 'Results state their type and how long they may be cached',
    weight: 2,
    fix: 'Add resultType to results, and ttlMs and cacheScope to what can be cached.',
    judge: ({ exchanges, era }) => {
      if (era === 'legacy' || era === null) return notApplicable(NOT_MODERN);
      const wanted: [ProbeName, string[]][] = [
        ['discover', ['resultType', 'ttlMs', 'cacheScope']],
        ['list', ['resultType', 'ttlMs', 'cacheScope']],
        ['callRight', ['resultType']],
      ];
      const asked = wanted.filter(([name]) => resultOf(messageOf(exchanges[name])) !== null);
      const lacking = asked.flatMap(([name, keys]) => {
        const result = resultOf(messageOf(exchanges[name])) ?? {};
        return keys.filter((key) => result[key] === undefined).map((key) => `${name}: ${key}`);
      });
      if (asked.length === 0) return notApplicable('No result came back.');
      if (lacking.length > 0) return { status: 'warn', text: `Missing: ${lacking.join(', ')}.` };
      const text = `Looked at the results of ${asked.map(([name]) => name).join(', ')}.`;
      return { status: 'pass', text };
    },
  }),
  serverRule({
    id: 'protocol.order',
    title: 'Tools are always listed in the same order',
    weight: 2,
    fix: 'List tools in a fixed order: clients cache the list, and models their prompt.',
    judge: ({ exchanges: { list, listAgain } }) => {
      const [first, second] = [toolNames(list), toolNames(listAgain)];
      if (first === null || second === null) return notApplicable('It was not listed twice.');
      return first.join('\n') === second.join('\n')
        ? {
            status: 'pass',
            text: `Listed twice: the same ${first.length} tools in the same order.`,
          }
        : {
            status: 'fail',
            text: `Listed twice, and the names or their order differed: ${nameDifferences(first, second)}.`,
          };
    },
  }),
  serverRule({
    id: 'protocol.sameInBothEras',
    title: 'Clients of every protocol revision see the same tools',
    weight: 2,
    fix: 'Serve both eras from one list.',
    judge: ({ exchanges: { list, listLegacy } }) => {
      const [modern, legacy] = [toolNames(list), toolNames(listLegacy)];
      if (modern === null || legacy === null) return notApplicable('Only one era gave a list.');
      return modern.join('\n') === legacy.join('\n')
        ? { status: 'pass', text: `${modern.length} tools on the first page of either list.` }
        : {
            status: 'fail',
            text: `The first pages of the two lists differ: ${nameDifferences(modern, legacy)}.`,
          };
    },
  }),
  serverRule({
    id: 'protocol.schema',
    title: 'Answers match the protocol’s schema',
    weight: 4,
    fix: 'Correct the named fields. Otherwise strict clients discard the whole answer.',
    judge: ({ exchanges }) => {
      const checked = Object.entries(exchanges).filter(([, each]) => each.schemaProblems);
      if (checked.length === 0) return notApplicable('No result came back to be compared.');
      const found = checked.find(([, { schemaProblems = [] }]) => schemaProblems.length > 0);
      if (found === undefined) {
        return { status: 'pass', text: `${checked.length} answers match the schema.` };
      }
      const [name, wrong] = found;
      const text = `The answer to ${name}: ${wrong.schemaProblems?.join(' ') ?? ''}`;
      return { status: 'fail', text, ...showExchange(wrong) };
    },
  }),
];

/** Names that are at another place, or in one of the lists only. */
function nameDifferences(one: readonly string[], other: readonly string[]): string {
  const names = [...one, ...other].filter((name) => one.indexOf(name) !== other.indexOf(name));
  return nameSome([...new Set(names)]) || 'one name is listed more often';
}

function refused({ message, status }: ProbeAnswer, codes: number[], http?: number): CheckVerdict {
  const error = message?.['error'];
  const code = isJsonObject(error) ? error['code'] : undefined;
  if (typeof code !== 'number') {
    return { status: 'fail', text: `It was not refused: HTTP ${status} without an error.` };
  }
  if (!codes.includes(code)) {
    return {
      status: 'warn',
      text: `It was refused with ${code} instead of ${codes.join(' or ')}.`,
    };
  }
  if (http !== undefined && status !== http) {
    return { status: 'warn', text: `Refused with ${code}, but by HTTP ${status}, not ${http}.` };
  }
  return { status: 'pass', text: `Refused with ${code}, HTTP ${status}.` };
}

function messageOf(exchange: Exchange | undefined): JsonObject | null {
  return exchange?.got?.message ?? null;
}

function resultOf(message: JsonObject | null): JsonObject | null {
  const result = message?.['result'];
  return isJsonObject(result) ? result : null;
}

function toolNames(exchange: Exchange | undefined): string[] | null {
  const tools = resultOf(messageOf(exchange))?.['tools'];
  if (!Array.isArray(tools)) return null;
  return tools.map((tool) => (isJsonObject(tool) ? toText(tool['name'] ?? null) : ''));
}

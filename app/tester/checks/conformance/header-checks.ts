import { legacyCheck, legacyRule, modernCheck, modernRule } from './conformance-check.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import {
  breaks,
  describeAnswer,
  errorOf,
  holds,
  joinFindings,
  judgeRefusal,
  unknown,
} from './findings.ts';

const HEADER_MISMATCH = -32_020;
const MISMATCH = { code: HEADER_MISMATCH, status: 400 };
const NO_TOOL = 'checks_no_such_tool';
/** The revision whose clients were the first to send the header. */
const FIRST_WITH_HEADER = '2025-06-18';

const MISMATCH_RULE = modernRule(
  'basic/transports/streamable-http#server-validation',
  'Servers that process the request body MUST reject requests where the values specified in the headers do not match the corresponding values in the request body.',
);

/** Headers that repeat the body, so that gateways can route by them. */
export const headerChecks: ConformanceCheck[] = [
  modernCheck({
    name: 'versionHeader',
    area: 'headers',
    level: 'must',
    title: 'A revision in the header that contradicts the body is refused',
    rule: modernRule(
      'basic/transports/streamable-http#protocol-version-header',
      'If the values do not match, the server MUST reject the request with 400 Bad Request and a HeaderMismatch JSON-RPC error.',
    ),
    fix: `Answer 400 with ${HEADER_MISMATCH} where MCP-Protocol-Version and _meta differ.`,
    judge: async (subject) => {
      const headers = { 'mcp-protocol-version': '2025-11-25' };
      const answer = await subject.ask('server/discover', {}, { headers });
      return judgeRefusal('Another revision in the header', answer, MISMATCH);
    },
  }),
  modernCheck({
    name: 'methodHeader',
    area: 'headers',
    level: 'must',
    title: 'A method in the header that contradicts the body is refused',
    rule: MISMATCH_RULE,
    fix: `Answer 400 with ${HEADER_MISMATCH} where Mcp-Method and the body differ.`,
    judge: async (subject) => {
      const headers = { 'mcp-method': 'prompts/list' };
      const answer = await subject.ask('server/discover', {}, { headers });
      return judgeRefusal('Another method in the header', answer, MISMATCH);
    },
  }),
  modernCheck({
    name: 'methodHeaderMissing',
    area: 'headers',
    level: 'must',
    title: 'A request without the method’s header is refused',
    rule: modernRule(
      'basic/transports/streamable-http#server-validation',
      'The HTTP headers do not match the corresponding values in the request body, or required headers are missing/malformed.',
    ),
    fix: `Answer 400 with ${HEADER_MISMATCH} where Mcp-Method is missing.`,
    judge: async (subject) => {
      const answer = await subject.ask('server/discover', {}, { headers: { 'mcp-method': null } });
      return judgeRefusal('Without Mcp-Method', answer, MISMATCH);
    },
  }),
  modernCheck({
    name: 'nameHeader',
    area: 'headers',
    level: 'must',
    title: 'A tool’s name in the header that contradicts the body is refused',
    rule: MISMATCH_RULE,
    fix: `Answer 400 with ${HEADER_MISMATCH} where Mcp-Name and the body differ, or it is missing.`,
    judge: async (subject) => {
      if (subject.capabilities['tools'] === undefined) return unknown('The server has no tools.');
      const params = { name: NO_TOOL, arguments: {} };
      const other = await subject.ask('tools/call', params, {
        headers: { 'mcp-name': 'checks_another_tool' },
      });
      const none = await subject.ask('tools/call', params, { headers: { 'mcp-name': null } });
      return joinFindings([
        judgeRefusal('Another name in the header', other, MISMATCH),
        judgeRefusal('Without Mcp-Name', none, MISMATCH),
      ]);
    },
  }),
  modernCheck({
    name: 'nameEncoded',
    area: 'headers',
    level: 'must',
    title: 'An encoded name is decoded before it is compared',
    rule: modernRule(
      'basic/transports/streamable-http#value-encoding',
      'In particular, servers MUST decode an encoded Mcp-Name or Mcp-Param-{Name} value before comparing it to the corresponding request body value during Server Validation.',
    ),
    fix: 'Decode =?base64?…?= in Mcp-Name before you compare it with the body.',
    judge: async (subject) => {
      if (subject.capabilities['tools'] === undefined) return unknown('The server has no tools.');
      // The sentinel keeps it from being compared as it is.
      const answer = await subject.ask('tools/call', {
        name: 'checks_kein_wörtchen',
        arguments: {},
      });
      const text = `A call of a tool whose name is encoded: ${describeAnswer(answer)}.`;
      return answer.got === null || errorOf(answer)?.code === HEADER_MISMATCH
        ? breaks(text, answer)
        : holds(text, answer);
    },
  }),
  legacyCheck({
    name: 'versionHeader',
    area: 'headers',
    level: 'must',
    title: 'An unknown revision in the header is refused',
    rule: legacyRule(
      'basic/transports#protocol-version-header',
      'If the server receives a request with an invalid or unsupported MCP-Protocol-Version, it MUST respond with 400 Bad Request.',
    ),
    fix: 'Answer 400 where MCP-Protocol-Version names a revision that the server does not have.',
    judge: async (subject) => {
      if (subject.revision < FIRST_WITH_HEADER) {
        return unknown(`${subject.revision} does not have this header.`);
      }
      const headers = { 'mcp-protocol-version': '1999-01-01' };
      const answer = await subject.ask('ping', {}, { headers });
      const text = `MCP-Protocol-Version 1999-01-01: ${describeAnswer(answer)}.`;
      return answer.got?.status === 400 ? holds(text, answer) : breaks(text, answer);
    },
  }),
];

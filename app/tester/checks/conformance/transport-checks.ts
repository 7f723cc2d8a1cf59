import { checkOfBoth, legacyCheck, legacyRule, modernRule, sameRule } from './conformance-check.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { withHeaders } from './build-request.ts';
import { breaks, describeAnswer, errorOf, holds, resultOf, unknown } from './findings.ts';

/** Reserved by RFC 2606, so no page that anybody allows. */
const FOREIGN_ORIGIN = 'https://checks.invalid';
const PARSE_ERROR = -32_700;
const SENDING = 'basic/transports#sending-messages-to-the-server';

/** The HTTP half, whatever is asked. */
export const transportChecks: ConformanceCheck[] = [
  ...checkOfBoth({
    name: 'origin',
    area: 'transport',
    level: 'must',
    title: 'Web pages of foreign origins are refused',
    rules: {
      modern: modernRule(
        'basic/transports/streamable-http#security-&-endpoint',
        'If the Origin header is present and invalid, servers MUST respond with HTTP 403 Forbidden.',
      ),
      legacy: legacyRule(
        'basic/transports#security-warning',
        'If the Origin header is present and invalid, servers MUST respond with HTTP 403 Forbidden.',
      ),
    },
    fix: 'Compare Origin with a list of origins that may call, and answer 403 to others.',
    judge: async (subject) => {
      if (!subject.transport.setsOrigin) {
        return unknown('A browser sets Origin itself, so this cannot be asked from a page.');
      }
      const method = subject.era === 'modern' ? 'server/discover' : 'ping';
      const answer = await subject.ask(method, {}, { headers: { origin: FOREIGN_ORIGIN } });
      const text = `A request of ${FOREIGN_ORIGIN}: ${describeAnswer(answer)}.`;
      return answer.got?.status === 403 ? holds(text, answer) : breaks(text, answer);
    },
  }),
  ...checkOfBoth({
    name: 'brokenJson',
    area: 'transport',
    level: 'must',
    title: 'Invalid JSON is answered as a parse error',
    rules: sameRule(
      'basic/index#messages',
      'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    ),
    fix: `Answer HTTP 400 with ${PARSE_ERROR} where the body is no JSON.`,
    judge: async (subject) => {
      const method = subject.era === 'modern' ? 'server/discover' : 'ping';
      const request = { ...subject.build(method), body: '{"jsonrpc": "2.0", "id": 1, ' };
      const answer = await subject.send(request);
      const status = answer.got?.status ?? 0;
      const text = `A body that ends too early: ${describeAnswer(answer)}.`;
      return status >= 400 && status < 500 && errorOf(answer)?.code === PARSE_ERROR
        ? holds(text, answer)
        : breaks(`${text} Expected was error ${PARSE_ERROR}, HTTP 400.`, answer);
    },
  }),
  ...checkOfBoth({
    name: 'contentType',
    area: 'transport',
    level: 'must',
    title: 'Answers are JSON or event streams',
    rules: {
      modern: modernRule(
        'basic/transports/streamable-http#sending-messages',
        'If the body is a JSON-RPC request, the server MUST return either Content-Type: application/json (a single JSON object) or Content-Type: text/event-stream (an SSE response stream).',
      ),
      legacy: legacyRule(
        SENDING,
        'If the input is a JSON-RPC request, the server MUST either return Content-Type: text/event-stream, to initiate an SSE stream, or Content-Type: application/json, to return one JSON object.',
      ),
    },
    fix: 'Send answers as application/json or text/event-stream.',
    judge: ({ seen }) => {
      const results = seen.filter((each) => resultOf(each) !== null);
      const odd = results.find(({ got }) => {
        const type = got?.headers['content-type'] ?? '';
        return !/^(application\/json|text\/event-stream)\b/i.test(type);
      });
      if (odd !== undefined) {
        const type = odd.got?.headers['content-type'] ?? 'no Content-Type';
        return breaks(`A result came as ${type}.`, odd);
      }
      return holds(`Looked at ${results.length} results.`);
    },
  }),
  legacyCheck({
    name: 'get',
    area: 'transport',
    level: 'must',
    title: 'GET opens a stream, or is not allowed',
    rule: legacyRule(
      'basic/transports#listening-for-messages-from-the-server',
      'The server MUST either return Content-Type: text/event-stream in response to this HTTP GET, or else return HTTP 405 Method Not Allowed, indicating that the server does not offer an SSE stream at this endpoint.',
    ),
    fix: 'Answer GET with an event stream, or with 405.',
    judge: async (subject) => {
      const { address } = subject.transport;
      const headers = { ...address.headers, accept: 'text/event-stream' };
      const request = { method: 'GET', url: address.url, headers };
      const answer = await subject.send(withHeaders(request, subject.sessionHeaders()));
      const isStream = /^text\/event-stream\b/i.test(answer.got?.headers['content-type'] ?? '');
      const status = answer.got?.status;
      const text = `GET: HTTP ${status ?? 'nothing'}, ${answer.got?.headers['content-type'] ?? 'no Content-Type'}.`;
      return status === 405 || (status === 200 && isStream)
        ? holds(text, answer)
        : breaks(text, answer);
    },
  }),
];

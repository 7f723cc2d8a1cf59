import { buildInitialize, withHeaders } from './build-request.ts';
import { legacyCheck, legacyRule } from './conformance-check.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { breaks, describeAnswer, holds, resultOf, unknown } from './findings.ts';
import type { Subject } from './subject.ts';

const PAGE = 'basic/transports#session-management';
const NO_SESSION = 'The server opens no session.';
/** The revision of the checks' own session. */
const REVISION = '2025-11-25';

/** The state that a server of 2025 keeps between requests. */
export const sessionChecks: ConformanceCheck[] = [
  legacyCheck({
    name: 'sessionId',
    area: 'sessions',
    level: 'must',
    title: 'The id of a session consists of visible characters',
    rule: legacyRule(
      PAGE,
      'The session ID MUST only contain visible ASCII characters (ranging from 0x21 to 0x7E).',
    ),
    fix: 'Use a random id of letters and digits, such as a UUID.',
    judge: ({ session, hello }) => {
      if (session === null) return unknown(NO_SESSION);
      return /^[\x21-\x7E]+$/.test(session)
        ? holds(`An id of ${session.length} characters.`, hello)
        : breaks('The id has other characters.', hello);
    },
  }),
  legacyCheck({
    name: 'sessionRequired',
    area: 'sessions',
    level: 'should',
    title: 'A request without its session is refused',
    rule: legacyRule(
      PAGE,
      'Servers that require a session ID SHOULD respond to requests without an MCP-Session-Id header (other than initialization) with HTTP 400 Bad Request.',
    ),
    fix: 'Answer 400 where Mcp-Session-Id is missing.',
    judge: async (subject) => {
      if (subject.session === null) return unknown(NO_SESSION);
      const answer = await subject.ask('ping', {}, { headers: { 'mcp-session-id': null } });
      const text = `Without the session’s id: ${describeAnswer(answer)}.`;
      if (resultOf(answer) !== null) return unknown(`${text} It does not require one.`, answer);
      return answer.got?.status === 400 ? holds(text, answer) : breaks(text, answer);
    },
  }),
  legacyCheck({
    name: 'sessionEnd',
    area: 'sessions',
    level: 'must',
    title: 'A session that was ended is not found',
    rule: legacyRule(
      PAGE,
      'The server MAY terminate the session at any time, after which it MUST respond to requests containing that session ID with HTTP 404 Not Found.',
    ),
    fix: 'Answer 404 to requests of a session that was ended.',
    judge: async (subject) => {
      if (subject.session === null) return unknown(NO_SESSION);
      const session = await openSession(subject);
      if (session === null) return unknown('No second session could be opened.');
      const { address } = subject.transport;
      const headers = { 'mcp-session-id': session, 'mcp-protocol-version': REVISION };
      const end = { method: 'DELETE', url: address.url, headers: { ...address.headers } };
      const ended = await subject.send(withHeaders(end, headers));
      const status = ended.got?.status ?? 0;
      if (status === 405) return unknown('The server lets no client end a session.', ended);
      if (status >= 400 || status === 0) {
        return breaks(`The end of a session: ${describeAnswer(ended)}.`, ended);
      }
      const answer = await subject.ask('ping', {}, { headers });
      const text = `A request after the end: ${describeAnswer(answer)}.`;
      return answer.got?.status === 404 ? holds(text, ended, answer) : breaks(text, ended, answer);
    },
  }),
];

/** A session of the checks' own, which may be ended. */
async function openSession(subject: Subject): Promise<string | null> {
  const { address } = subject.transport;
  const hello = await subject.send(buildInitialize(address, 'hello-again', REVISION));
  return hello.got?.headers['mcp-session-id'] ?? null;
}

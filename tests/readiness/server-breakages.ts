import { answer, refusal, result, trial, unasked } from './break-evidence.ts';
import type { Breakage } from './break-evidence.ts';

const asksForInput = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: {} };

/** Checks of what the probe found, each broken in the ways that it tells apart. */
export const serverBreakages: Breakage[] = [
  ['protocol.modern', 'fail', refusal('discover', -32_601), /did not name/],
  ['protocol.legacy', 'warn', refusal('initialize', -32_022), /initialize was not answered/],
  ['protocol.methodHeader', 'fail', answer('methodMismatch', { message: null, status: 200 })],
  ['protocol.methodHeader', 'warn', refusal('methodMismatch', -32_600, 400), /instead of -32020/],
  ['protocol.methodHeader', 'warn', refusal('methodMismatch', -32_020, 200), /by HTTP 200/],
  ['protocol.methodHeader', 'notApplicable', unasked('methodMismatch')],
  ['protocol.nameHeader', 'fail', answer('nameMismatch', { message: null, status: 200 })],
  ['protocol.version', 'fail', answer('versionUnsupported', { message: null, status: 200 })],
  ['protocol.unknownMethod', 'fail', answer('methodUnknown', { message: null, status: 500 })],
  ['protocol.unknownTool', 'warn', result('toolUnknown', { isError: true }), /failed result/],
  ['protocol.cursor', 'warn', result('cursorUnknown', { tools: [] }), /ignored/],
  ['protocol.undeclared', 'warn', result('undeclared', { prompts: [] }), /not declared/],
  [
    'protocol.clientCapabilities',
    'fail',
    answer('callRight', { others: [asksForInput] }),
    /elicitation\/create/,
  ],
  [
    'protocol.clientCapabilities',
    'fail',
    result('callRight', { resultType: 'input_required' }),
    /needs input/,
  ],
  ['protocol.resultTypes', 'warn', result('list', { ttlMs: undefined }), /list: ttlMs/],
  ['protocol.resultTypes', 'warn', result('callRight', { resultType: undefined }), /callRight/],
  ['protocol.order', 'fail', result('listAgain', { tools: [{ name: 'delete_book' }] }), /differed/],
  ['protocol.sameInBothEras', 'fail', result('listLegacy', { tools: [] })],
  [
    'protocol.schema',
    'fail',
    ({ server }) => {
      server.exchanges.list = {
        ...server.exchanges.list!,
        schemaProblems: ['result.tools: Required'],
      };
    },
    /result\.tools: Required/,
  ],
  ['transport.origin', 'fail', answer('originForeign', { status: 200 }), /any origin/],
  ['transport.origin', 'warn', answer('originForeign', { status: 400 }), /400 instead of 403/],
  ['transport.host', 'fail', answer('hostForeign', { status: 200 })],
  ['transport.host', 'notApplicable', unasked('hostForeign')],
  [
    'transport.https',
    'fail',
    ({ server }) => {
      server.url = 'http://mcp.example.com/mcp';
    },
  ],
  [
    'transport.https',
    'notApplicable',
    ({ server }) => {
      server.url = 'http://localhost:3000/mcp';
    },
  ],
  ['transport.get', 'warn', answer('get', { status: 200 })],
  ['transport.methods', 'warn', answer('put', { status: 404 }), /404 instead of 405/],
  ['transport.brokenJson', 'fail', answer('jsonBroken', { status: 500 }), /HTTP 500/],
  ['transport.brokenJson', 'warn', answer('jsonBroken', { status: 400, message: null })],
  ['transport.contentType', 'fail', answer('typeWrong', { status: 200 })],
  [
    'transport.cors',
    'warn',
    answer('preflight', {
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
    /leaves out authorization/,
  ],
  ['transport.cors', 'notApplicable', answer('preflight', { status: 405, headers: {} })],
  ['transport.cors', 'notApplicable', unasked('originOwn')],
  ['transport.cors', 'warn', answer('originOwn', { headers: {} }), /pages cannot read the call/],
  [
    'transport.cors',
    'warn',
    answer('originOwn', {
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Mcp-Session-Id, Mcp-Protocol-Version',
      },
    }),
    /cannot read www-authenticate/,
  ],
  ['auth.guarded', 'warn', answer('tokenMissing', { status: 200 }), /holds 2/],
  ['auth.audience', 'fail', answer('tokenForeign', { status: 200 })],
  ['auth.audience', 'warn', answer('tokenForeign', { status: 403 })],
  ['auth.audience', 'notApplicable', unasked('resourceMetadata'), /token of its own/],
  ['auth.audience', 'notApplicable', answer('tokenMissing', { status: 200 })],
  ['auth.challenge', 'fail', answer('tokenStrange', { status: 200 }), /made-up token was accepted/],
  ['auth.challenge', 'warn', answer('tokenStrange', { status: 403 })],
  ['auth.challenge', 'warn', answer('tokenStrange', { headers: {} }), /without a Bearer/],
  ['auth.resource', 'fail', answer('resourceMetadata', { status: 404, message: null })],
  [
    'auth.resource',
    'fail',
    answer('resourceMetadata', { message: { resource: 'https://other.example.com/mcp' } }),
    /not about/,
  ],
  [
    'auth.resource',
    'warn',
    answer('resourceMetadata', { message: { resource: 'https://mcp.example.com/mcp' } }),
  ],
  ['auth.resource', 'notApplicable', unasked('resourceMetadata')],
  [
    'tools.pages',
    'warn',
    ({ server }) => {
      server.tools!.pageBytes = [400_000];
    },
  ],
  [
    'tools.pages',
    'fail',
    ({ server }) => {
      server.tools!.pageBytes = [4_000_000];
    },
  ],
  ['tools.badInput', 'fail', result('argumentsWrong', { isError: false }), /was not refused/],
  ['tools.badInput', 'warn', refusal('argumentsWrong', -32_602), /models do not see/],
  ['tools.badInput', 'warn', result('argumentsWrong', { content: [] }), /does not say/],
  [
    'tools.badInput',
    'warn',
    (evidence) => {
      result('argumentsWrong', { content: [{ type: 'text', text: 'It is invalid.' }] })(evidence);
      evidence.server.wrongArgument = 'id';
    },
    /does not say that id/,
  ],
  ['tools.structuredContent', 'fail', result('callRight', { structuredContent: undefined })],
  ['tools.structuredContent', 'fail', result('callRight', { structuredContent: { result: 1 } })],
  ['tools.structuredContent', 'warn', result('callRight', { content: [] }), /without the same/],
  ['tools.structuredContent', 'warn', result('callRight', { isError: true }), /as failed/],
  [
    'security.drift',
    'fail',
    ({ server }) => {
      server.tools!.tools[0]!['description'] = 'Other words.';
    },
    /1 tool differs: list_books: /,
  ],
  [
    'security.drift',
    'fail',
    ({ server }) => {
      server.tools!.tools.push({ name: 'backdoor' });
    },
  ],
  [
    'security.drift',
    'fail',
    ({ server }) => {
      server.tools!.tools.push(structuredClone(server.tools!.tools[0]!));
    },
    /1 tool differs: list_books: /,
  ],
  ['ops.sameVersion', 'fail', answer('initialize', { body: '{"version":"0.0.1"}' }), /0\.0\.1/],
  ['ops.health', 'warn', answer('health', { status: 404 })],
  ['upstream.redaction', 'fail', trial('echo', { leaks: 1 })],
  ['upstream.redaction', 'notApplicable', trial('echo', { credentials: false })],
  ['upstream.repeatsReads', 'warn', trial('read', { requests: ['GET /'], waits: [] })],
  ['upstream.repeatsReads', 'fail', trial('read', { requests: Array(9).fill('GET /') })],
  ['upstream.repeatsNoWrites', 'fail', trial('marked', { requests: ['PUT /', 'PUT /'] }), /PUT/],
  ['upstream.repeatsNoWrites', 'fail', trial('write', { requests: ['POST /', 'POST /'] })],
  ['upstream.retryAfter', 'fail', trial('wait', { waits: [100, 2_000] })],
  ['upstream.retryAfter', 'notApplicable', trial('wait', { requests: ['GET /'] })],
  ['upstream.redirects', 'fail', trial('moved', { outcome: 'status 200' })],
  ['upstream.flood', 'fail', trial('flood', { outcome: 'status 200' })],
  ['upstream.hang', 'fail', trial('hang', { isAborted: false }), /the request went on/],
  ['upstream.abort', 'fail', trial('leave', { outcome: 'timeout' }), /the request ended too/],
];

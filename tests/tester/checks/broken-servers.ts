import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import type { Answer } from './serve-in-process.ts';

interface Asked {
  request: Request;
  method: string;
  message: JsonObject | null;
  params: JsonObject;
}

/** Answers one request wrongly; null: it is answered as it should. */
type Fault = (asked: Asked, answer: Answer) => Promise<Response | null> | Response | null;

/** A sound server with one fault. */
export function withFault(answer: Answer, fault: Fault): Answer {
  return async (request) => {
    const text = await request.clone().text();
    const message = parse(text);
    const method = typeof message?.['method'] === 'string' ? message['method'] : '';
    const params = isJsonObject(message?.['params']) ? message['params'] : {};
    return (await fault({ request, method, message, params }, answer)) ?? (await answer(request));
  };
}

function parse(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isModern({ params }: Asked): boolean {
  return isJsonObject(params['_meta']);
}

function reply({ message }: Asked, part: JsonObject, init: ResponseInit = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: message?.['id'] ?? null, ...part }, init);
}

/** Changes the result of a method. */
function changed(method: string, change: (result: JsonObject) => JsonObject): Fault {
  return async (asked, answer) => {
    if (asked.method !== method) return null;
    const right = await answer(asked.request);
    const text = await right.text();
    const stream = text.split('\n').filter((line) => line.startsWith('data:'));
    const message = parse(stream.at(-1)?.slice(5) ?? text);
    const headers = new Headers(right.headers);
    headers.set('content-type', 'application/json');
    const init = { status: right.status, headers };
    const result = message?.['result'];
    if (!isJsonObject(result)) return Response.json(message, init);
    return Response.json({ ...message, result: change(result) }, init);
  };
}

function changeTool(change: JsonObject): Fault {
  return changed('tools/list', (result) => {
    const [first, ...rest] = Array.isArray(result['tools']) ? result['tools'] : [];
    return { ...result, tools: [{ ...(isJsonObject(first) ? first : {}), ...change }, ...rest] };
  });
}

/** Answers a method with a result, whatever it was asked. */
function always(
  method: string,
  result: JsonObject,
  when: (asked: Asked) => boolean = () => true,
): Fault {
  return (asked) => (asked.method === method && when(asked) ? reply(asked, { result }) : null);
}

const LIST = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] };
const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: {},
  ttlMs: 0,
  cacheScope: 'private',
};

/** Takes every wrong `server/discover` for a right one. */
const discoversAnything: Fault = (asked) =>
  asked.method === 'server/discover' ? reply(asked, { result: DISCOVERED }) : null;

/** Puts a message before the answer of the greeting. */
function before(sent: JsonObject): Fault {
  return async (asked, answer) => {
    if (asked.method !== 'server/discover' && asked.method !== 'initialize') return null;
    const right = await (await answer(asked.request)).text();
    const data = [JSON.stringify(sent), jsonOf(right)];
    const stream = data.map((each) => `data: ${each}\n\n`);
    return new Response(stream.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
}

/** Pages with another scope each. */
const mixedScopes: Fault = (asked) => {
  if (asked.method !== 'tools/list') return null;
  const isFirst = asked.params['cursor'] === undefined;
  const page = isFirst ? { ...LIST, nextCursor: 'two' } : { ...LIST, cacheScope: 'public' };
  return reply(asked, { result: page });
};

let turn = 0;
/** Another order each time. */
const shuffled = changed('tools/list', (result) => {
  turn += 1;
  const tools: JsonValue[] = Array.isArray(result['tools']) ? result['tools'] : [];
  return { ...result, tools: turn % 2 === 0 ? tools.toReversed() : tools };
});

const onlyTools: Fault = changed('server/discover', (result) => ({
  ...result,
  capabilities: { tools: {} },
}));
const onlyToolsBefore: Fault = changed('initialize', (result) => ({
  ...result,
  capabilities: { tools: {} },
}));
const logs = (method: string): Fault =>
  changed(method, (result) => ({ ...result, capabilities: { logging: {} } }));

const isPost = (asked: Asked) => asked.request.method === 'POST';

function inTurn(...faults: Fault[]): Fault {
  return async (asked, answer) => {
    for (const fault of faults) {
      const wrong = await fault(asked, answer);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

/** One server for each check, and the check that finds its fault. */
export const BROKEN_SERVERS: readonly (readonly [ids: string, fault: Fault])[] = [
  ['modern.discover', changed('server/discover', ({ capabilities: _gone, ...rest }) => rest)],
  ['modern.serverInfo', changed('server/discover', ({ _meta: _gone, ...rest }) => rest)],
  ['modern.metaRequired', discoversAnything],
  [
    'modern.clientInfoOptional',
    (asked) => {
      const meta = asked.params['_meta'];
      const isAnonymous = isJsonObject(meta) && !('io.modelcontextprotocol/clientInfo' in meta);
      return isAnonymous ? reply(asked, { error: { code: -32_602, message: 'Who?' } }) : null;
    },
  ],
  ['modern.versionUnsupported', discoversAnything],
  ['legacy.initialize', changed('initialize', ({ serverInfo: _gone, ...rest }) => rest)],
  [
    'legacy.versionOffered',
    (asked) =>
      asked.method === 'initialize' && asked.params['protocolVersion'] === '1999-01-01'
        ? reply(asked, { error: { code: -32_602, message: 'Unsupported' } }, { status: 400 })
        : null,
  ],
  ['legacy.initialized', always('notifications/initialized', {})],
  ['modern.versionHeader modern.methodHeader modern.methodHeaderMissing', discoversAnything],
  ['modern.nameHeader', always('tools/call', { resultType: 'complete', content: [] })],
  [
    'modern.nameEncoded',
    (asked) =>
      asked.request.headers.get('mcp-name')?.startsWith('=?') === true
        ? reply(asked, { error: { code: -32_020, message: 'Mismatch' } }, { status: 400 })
        : null,
  ],
  ['legacy.versionHeader legacy.sessionEnd', always('ping', {})],
  ['modern.lists legacy.lists', changed('tools/list', () => ({ ...LIST, tools: [{}] }))],
  ['modern.undeclared', inTurn(onlyTools, always('prompts/list', { ...LIST, prompts: [] }))],
  ['legacy.undeclared', inTurn(onlyToolsBefore, always('prompts/list', { prompts: [] }))],
  ['modern.toolNames legacy.toolNames', changeTool({ name: 'two words' })],
  ['modern.toolNames legacy.toolNames', changeTool({ name: 'set_word' })],
  ['modern.toolOrder legacy.toolOrder', shuffled],
  ['modern.toolSchemas legacy.toolSchemas', changeTool({ inputSchema: { type: 'string' } })],
  [
    'modern.toolSchemas legacy.toolSchemas',
    changeTool({ inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } } }),
  ],
  [
    'modern.toolReferences legacy.toolReferences',
    changeTool({ inputSchema: { type: 'object', $ref: 'https://example.com/schema.json' } }),
  ],
  [
    'modern.paramHeaders',
    changeTool({
      inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } },
    }),
  ],
  [
    'modern.paramHeaders',
    changeTool({
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } },
      },
    }),
  ],
  ['modern.caching', changed('prompts/list', ({ ttlMs: _gone, ...rest }) => rest)],
  ['modern.caching', changed('resources/read', (result) => ({ ...result, cacheScope: 'all' }))],
  ['modern.cacheScope', mixedScopes],
  ['modern.unknownMethod legacy.unknownMethod', always('checks/no-such-method', {})],
  ['modern.unknownTool legacy.unknownTool', always('tools/call', { content: [], isError: true })],
  ['modern.unknownPrompt legacy.unknownPrompt', always('prompts/get', { messages: [] })],
  ['modern.unknownResource legacy.unknownResource', always('resources/read', { contents: [] })],
  [
    'modern.unknownCursor legacy.unknownCursor',
    always('tools/list', LIST, ({ params }) => params['cursor'] !== undefined),
  ],
  [
    'modern.unknownCompletion legacy.unknownCompletion',
    always('completion/complete', { completion: { values: [] } }),
  ],
  ['modern.logLevel', always('server/discover', { ...DISCOVERED, capabilities: { logging: {} } })],
  ['legacy.logLevel', inTurn(logs('initialize'), always('logging/setLevel', {}))],
  ['modern.notification legacy.notification', always('notifications/checks', {})],
  [
    'modern.acknowledged',
    (asked) =>
      asked.method === 'subscriptions/listen'
        ? new Response('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n', {
            headers: { 'content-type': 'text/event-stream' },
          })
        : null,
  ],
  [
    'legacy.subscribe',
    (asked) =>
      asked.method === 'resources/unsubscribe'
        ? reply(asked, { error: { code: -32_601, message: 'Unknown' } })
        : null,
  ],
  ['modern.callResult legacy.callResult', changed('tools/call', () => ({ content: 'hello' }))],
  [
    'modern.structuredContent legacy.structuredContent',
    changed('tools/call', (result) => ({ ...result, structuredContent: { word: 7 } })),
  ],
  [
    'modern.textMirror legacy.textMirror',
    changed('tools/call', (result) => ({ ...result, content: [{ type: 'text', text: 'hi' }] })),
  ],
  [
    'modern.argumentsWrong legacy.argumentsWrong',
    (asked) =>
      asked.method === 'tools/call' && Object.keys(Object(asked.params['arguments'])).length === 0
        ? reply(asked, { error: { code: -32_602, message: 'language' } })
        : null,
  ],
  [
    'legacy.sessionId',
    async (asked, answer) => {
      if (asked.method !== 'initialize') return null;
      const right = await answer(asked.request);
      const headers = new Headers(right.headers);
      headers.set('mcp-session-id', 'two words');
      return new Response(right.body, { headers });
    },
  ],
  [
    'legacy.sessionRequired',
    (asked) =>
      asked.method === 'ping' && !asked.request.headers.has('mcp-session-id')
        ? reply(asked, { error: { code: -32_000, message: 'None' } }, { status: 500 })
        : null,
  ],
  ['legacy.ping', (asked) => (asked.method === 'ping' ? reply(asked, { error: {} }) : null)],
  [
    'modern.ids legacy.ids modern.atOnce legacy.atOnce',
    (asked) => {
      if (!isPost(asked) || asked.message?.['id'] === 'hello') return null;
      return Response.json({ jsonrpc: '2.0', id: 7, result: {} });
    },
  ],
  ['modern.resultType', changed('server/discover', ({ resultType: _gone, ...rest }) => rest)],
  [
    'modern.noQuestions modern.capabilities',
    changed('server/discover', (result) => ({ ...result, resultType: 'input_required' })),
  ],
  [
    'modern.capabilities legacy.capabilities',
    before({ jsonrpc: '2.0', id: 9, method: 'sampling/createMessage', params: {} }),
  ],
  [
    'modern.noLogs',
    before({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } }),
  ],
  [
    'modern.origin legacy.origin',
    (asked) => (asked.request.headers.has('origin') ? reply(asked, { result: DISCOVERED }) : null),
  ],
  [
    'modern.brokenJson legacy.brokenJson',
    (asked) =>
      isPost(asked) && asked.message === null ? new Response('Oops', { status: 500 }) : null,
  ],
  [
    'modern.contentType legacy.contentType',
    async (asked, answer) => {
      if (asked.method !== 'server/discover' && asked.method !== 'initialize') return null;
      const right = await answer(asked.request);
      const headers = new Headers(right.headers);
      headers.set('content-type', 'text/html');
      return new Response(isModern(asked) ? right.body : jsonOf(await right.text()), { headers });
    },
  ],
  ['legacy.get', (asked) => (asked.request.method === 'GET' ? new Response('Hello') : null)],
];

function jsonOf(text: string): string {
  const line = text.split('\n').find((each) => each.startsWith('data:'));
  return line?.slice(5) ?? text;
}

const COMPLETE = { resultType: 'complete' };

const faultyAnswers = inTurn(
  (asked) => (isUnknownToUs(asked) ? reply(asked, { result: COMPLETE }) : null),
  changed('tools/list', ({ ttlMs: _gone, ...rest }) => rest),
  always('resources/read', { ...COMPLETE, ttlMs: 0, cacheScope: 'public', contents: [] }),
);

/** Several faults at once, which the official suite finds as well; headers are compared as they should. */
export const manyFaults: Fault = (asked, answer) => {
  const { headers } = asked.request;
  const name = asked.params['name'] ?? asked.params['uri'] ?? null;
  const isRight = headers.get('mcp-method') === asked.method && headers.get('mcp-name') === name;
  return isModern(asked) && !isRight ? null : faultyAnswers(asked, answer);
};

/** A method that there never was, or that there is no more. */
function isUnknownToUs({ method }: Asked): boolean {
  return /^(checks|nonexistent|unknown)\//.test(method);
}

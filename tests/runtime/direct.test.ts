import { describe, expect, test } from 'vitest';

import { ask, from, legacy, list, modern } from './ask-both-ways.ts';
import type { Sent } from './ask-both-ways.ts';

const PROGRESS = { progressToken: 'p1' };
const ELICITS = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
const TRACE = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
/** As JSON has it: a property of its own. */
const PROTO: object = JSON.parse('{ "__proto__": { "x": 1 }, "text": "hi" }');
const ABLE = {
  elicitation: { form: { applyDefaults: true }, url: {} },
  sampling: { context: {}, tools: {} },
  roots: { listChanged: true },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } },
  experimental: { 'example.com/word': { deep: [1] } },
};
const DESCRIBED = {
  title: 'Test',
  description: 'It tests.',
  websiteUrl: 'https://example.com',
  icons: [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['any'] }],
};
/** What clients may not say of themselves. */
const ODD_CLIENTS: [capabilities: object, client?: object][] = [
  [{ elicitation: 5 }],
  [{ elicitation: { form: 1 } }],
  [{ elicitation: { form: { applyDefaults: 'yes' } } }],
  [{ sampling: 'x' }],
  [{ sampling: { tools: [] } }],
  [{ roots: { listChanged: 'yes' } }],
  [{ roots: [] }],
  [{ experimental: 5 }],
  [{ experimental: { a: 1 } }],
  [{ extensions: 5 }],
  [{ extensions: { a: 'b' } }],
  [{ tasks: 5 }],
  [{}, { title: 5 }],
  [{}, { icons: 'x' }],
  [{}, { icons: [{ src: 1 }] }],
  [{}, { icons: [{ src: 'a', theme: 'pink' }] }],
  [{}, { websiteUrl: 7 }],
  [{}, { description: 7 }],
];

const isLegacy = ({ headers }: Sent) => headers?.['MCP-Protocol-Version'] !== '2026-07-28';

describe('an ordinary request', () => {
  test.each<[string, Sent]>([
    ['of 2026', modern('echo', { text: 'hi' })],
    ['of 2025', legacy('echo', { text: 'hi' })],
    ['without arguments', modern('echo')],
    ['with a text for an id', { ...modern('echo'), id: 'seven' }],
    ['with wrong arguments', modern('echo', { text: 1 })],
    ['that gives other content', legacy('image')],
    ['that gives marks of its own', modern('marked')],
    ['that fails', modern('fails')],
    ['that fails, of 2025', legacy('fails')],
    ['whose tool gives a block that is none', modern('broken')],
    ['whose tool gives a block that is none, of 2025', legacy('broken')],
    ['whose tool gives more than a result has', modern('other')],
    ['whose tool gives more than a result has, of 2025', legacy('other')],
    ['with arguments that hold `__proto__` deep inside', modern('keys', { a: PROTO })],
    ['that names a session, which 2026 has not', modern('echo', {}, {}, { 'Mcp-Session-Id': 'x' })],
    ['in UTF-8', modern('echo', {}, {}, { 'Content-Type': 'application/json; charset=utf-8' })],
    ['of a client that can nothing in particular', from({ experimental: {}, extensions: {} })],
    ['of a client that can much', from(ABLE, DESCRIBED)],
    ['that tells how it goes', modern('talks', {}, PROGRESS)],
    ['that tells how it goes, of 2025', legacy('talks', {}, PROGRESS)],
    ['that could tell how it goes', modern('talks')],
    ['that logs, of 2025', legacy('talks')],
    ['that asks who cannot answer', modern('asks')],
    ['that asks who cannot answer, of 2025', legacy('asks')],
    ['with a trace', modern('traced', {}, TRACE)],
    ['with a trace in the headers', modern('traced', {}, {}, TRACE)],
    ['for the list of tools', list('2026')],
    ['for the list of tools, of 2025', list('2025', {})],
    ['for the list of tools, of 2025 and without parameters', list('2025')],
    ['for the second page of the list', list('2026', { cursor: 'page-1' })],
    ['for the second page of the list, of 2025', list('2025', { cursor: 'page-1' })],
  ])(
    '%s is answered without an SDK server, with the same response as with one',
    async (_, sent) => {
      const [short, long] = [await ask(sent, true), await ask(sent, false)];
      expect(short.isDirect).toBe(true);
      expect(long.isDirect).toBe(false);
      expect(short.status).toBe(long.status);
      expect(short.messages).toEqual(long.messages);
      // Of 2025 the SDK streams everything.
      if (!isLegacy(sent)) expect(short.type).toBe(long.type);
    },
  );

  test('is answered by JSON in both eras', async () => {
    for (const sent of [modern('echo'), legacy('echo')]) {
      const { type, status } = await ask(sent, true);
      expect([type, status]).toEqual(['application/json', 200]);
    }
  });
});

describe('an unusual request', () => {
  test.each<[string, Sent]>([
    ['of no tool', modern('nope')],
    ['that asks who can answer', modern('asks', {}, ELICITS)],
    ['that needs what the client lacks', modern('samples')],
    [
      'of a client that wants to hear logs',
      modern('talks', {}, { 'io.modelcontextprotocol/logLevel': 'info' }),
    ],
    ['without an envelope', { ...modern('echo'), params: { name: 'echo' } }],
    [
      'with half an envelope',
      modern('echo', {}, { 'io.modelcontextprotocol/clientCapabilities': 1 }),
    ],
    [
      'from a client without a name',
      modern('echo', {}, { 'io.modelcontextprotocol/clientInfo': {} }),
    ],
    ['whose header names another tool', modern('echo', {}, {}, { 'Mcp-Name': 'fails' })],
    ['whose header names another method', modern('echo', {}, {}, { 'Mcp-Method': 'tools/list' })],
    [
      'of a revision that nobody knows',
      modern('echo', {}, {}, { 'MCP-Protocol-Version': '2099-01-01' }),
    ],
    [
      'of a wrong revision of 2025',
      { ...legacy('echo'), headers: { 'MCP-Protocol-Version': '2001-01-01' } },
    ],
    [
      'with arguments that are none',
      { ...legacy('echo'), params: { name: 'echo', arguments: [] } },
    ],
    [
      'with more than a call has',
      { ...modern('echo'), params: { ...modern('echo').params, task: {} } },
    ],
    ['for a page that is none', list('2026', { cursor: 'page-9' })],
    ['for a page that is none, of 2025', list('2025', { cursor: '' })],
    ['for a page by number', list('2025', { cursor: 1 })],
    ['for a list by the name of a tool', list('2026', {}, { 'Mcp-Name': 'echo' })],
    ['for a list whose header names another method', list('2026', {}, { 'Mcp-Method': 'ping' })],
    ['for a list with more than it has', list('2026', { limit: 1 })],
    ['for prompts', { ...list('2025'), method: 'prompts/list' }],
    ['for a method that every object has', { ...list('2025'), method: 'toString' }],
    ['with half an id', { ...legacy('echo'), id: 1.5 }],
    ['with null for an id', { ...legacy('echo'), id: null }],
    ['with a member that no message has', { ...modern('echo'), more: { extra: 1 } }],
    ['with a member that no message has, of 2025', { ...legacy('echo'), more: { extra: 1 } }],
    ['that is an answer as well', { ...modern('echo'), more: { result: {} } }],
    ['that is an error as well', { ...legacy('echo'), more: { error: {} } }],
    ['with arguments that hold `__proto__`', modern('keys', PROTO)],
    ['with arguments that hold `__proto__`, of 2025', legacy('keys', PROTO)],
    ...ODD_CLIENTS.map((odd): [string, Sent] => [
      `of an odd client, ${JSON.stringify(odd)}`,
      from(...odd),
    ]),
    ['with a token that is none', legacy('talks', {}, { progressToken: {} })],
  ])('%s is left to the SDK', async (_, sent) => {
    const [short, long] = [await ask(sent, true), await ask(sent, false)];
    expect(short.isDirect).toBe(false);
    expect(short.status).toBe(long.status);
    expect(short.type).toBe(long.type);
    expect(withoutSeal(short.messages)).toEqual(withoutSeal(long.messages));
  });

  test.each([
    ['accepts JSON only', { Accept: 'application/json' }],
    ['sends another type', { 'Content-Type': 'text/plain' }],
    ['sends two types', { 'Content-Type': 'application/json;,text/plain' }],
    ['names a session', { 'Mcp-Session-Id': 'x' }],
  ])('of a client that %s is left to the SDK', async (_, headers) => {
    const sent = legacy('echo');
    const changed = { ...sent, headers: { ...sent.headers, ...headers } };
    const [short, long] = [await ask(changed, true), await ask(changed, false)];
    expect(short.isDirect).toBe(false);
    expect([short.status, short.messages]).toEqual([long.status, long.messages]);
  });
});

/** What the client carries for us is sealed anew each time. */
function withoutSeal(messages: unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(messages).replaceAll(/"requestState":"[^"]+"/g, '"requestState":""'),
  );
}

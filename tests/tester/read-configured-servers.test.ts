import { describe, expect, test } from 'vitest';

import { toBridge } from '#app/tester/servers/configs/bridge-command.ts';
import type { ReadServers } from '#app/tester/servers/configs/config-entry.ts';
import { readConfiguredServers } from '#app/tester/servers/configs/read-configured-servers.ts';

function read(text: unknown): ReadServers {
  const found = readConfiguredServers(typeof text === 'string' ? text : JSON.stringify(text));
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

const URL_OF = 'https://api.example.com/mcp';
const PLAIN = { url: URL_OF, transport: 'http', headers: [], auth: { kind: 'none' } };

describe('configurations of clients', () => {
  test('Cursor: an address, headers with a bearer token, and an OAuth client', () => {
    const { remote, from } = read({
      mcpServers: {
        a: { url: URL_OF, headers: { Authorization: 'Bearer abc', 'X-Team': 'red' } },
        b: {
          url: URL_OF,
          auth: { CLIENT_ID: 'id', CLIENT_SECRET: 's', scopes: ['read', 'write'] },
        },
      },
    });
    expect(from).toBe('an mcpServers configuration');
    expect(remote).toEqual([
      {
        ...PLAIN,
        name: 'a',
        headers: [{ name: 'X-Team', value: 'red' }],
        auth: { kind: 'bearer', token: 'abc' },
      },
      {
        ...PLAIN,
        name: 'b',
        auth: {
          kind: 'oauth',
          clientId: 'id',
          clientSecret: 's',
          scope: 'read write',
          method: null,
        },
      },
    ]);
  });

  test('VS Code: comments, trailing commas and inputs, in mcp.json and in settings', () => {
    const file = `{
      // asked for once
      "inputs": [{ "type": "promptString", "id": "key", "password": true }],
      "servers": {
        "remote": { "type": "http", "url": "https://api.example.com/mcp", /* secret */
          "headers": { "X-Key": "\${input:key}" }, },
        "old": { "type": "sse", "url": "https://api.example.com/events" },
      },
    }`;
    const expected = [
      { ...PLAIN, name: 'remote', headers: [{ name: 'X-Key', value: '${input:key}' }] },
      { ...PLAIN, name: 'old', url: 'https://api.example.com/events', transport: 'sse' },
    ];
    expect(read(file).remote).toEqual(expected);
    expect(read(`{ "editor.fontSize": 13, "mcp": ${file} }`).remote).toEqual(expected);
  });

  test('Claude Desktop: a program is local, and a bridge to a server is that server', () => {
    const { remote, local } = read({
      mcpServers: {
        files: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-filesystem', './my files'],
          env: { API_KEY: 'of the user' },
        },
        bridged: {
          command: 'npx',
          args: ['-y', 'mcp-remote@latest', URL_OF, '--header', 'Authorization:${AUTH}'],
          env: { AUTH: 'Bearer abc' },
        },
        old: { command: 'npx', args: ['-y', 'supergateway', '--sse', 'https://api.example.com/x'] },
      },
    });
    expect(local).toEqual([
      {
        name: 'files',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', './my files'],
        variables: ['API_KEY'],
      },
    ]);
    expect(remote).toEqual([
      { ...PLAIN, name: 'bridged', auth: { kind: 'bearer', token: 'abc' } },
      { ...PLAIN, name: 'old', url: 'https://api.example.com/x', transport: 'sse' },
    ]);
  });

  test('Cline, Gemini CLI, Windsurf and Zed have their own names for the same', () => {
    const cline = { type: 'streamableHttp', url: URL_OF, disabled: false, autoApprove: ['a'] };
    const nested = { transport: { type: 'sse', url: URL_OF } };
    expect(read({ mcpServers: { c: cline, n: nested } }).remote).toEqual([
      { ...PLAIN, name: 'c' },
      { ...PLAIN, name: 'n', transport: 'sse' },
    ]);
    expect(read({ mcpServers: { g: { httpUrl: URL_OF } } }).remote[0]).toEqual({
      ...PLAIN,
      name: 'g',
    });
    expect(read({ mcpServers: { w: { serverUrl: `${URL_OF}/sse` } } }).remote[0]?.transport).toBe(
      'sse',
    );
    expect(read({ context_servers: { z: { url: URL_OF } } }).remote[0]?.name).toBe('z');
  });

  test('a part of a file is enough: entries without what is around them, or one alone', () => {
    expect(read(`"api": { "url": "${URL_OF}" },`).remote).toEqual([{ ...PLAIN, name: 'api' }]);
    expect(read({ api: { url: URL_OF } }).remote).toEqual([{ ...PLAIN, name: 'api' }]);
    expect(read({ url: URL_OF }).remote).toEqual([{ ...PLAIN, name: '' }]);
    expect(read(`  ${URL_OF}\n`).remote).toEqual([{ ...PLAIN, name: '' }]);
  });

  test('install links and commands name servers, too', () => {
    const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=api&config=${btoa(JSON.stringify({ url: URL_OF }))}`;
    expect(read(cursor).remote).toEqual([{ ...PLAIN, name: 'api' }]);
    const entry = { name: 'api', type: 'sse', url: URL_OF };
    const vscode = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(entry))}`;
    expect(read(vscode).remote).toEqual([{ ...PLAIN, name: 'api', transport: 'sse' }]);
    const add = `claude mcp add --transport http api \\\n  '${URL_OF}' --header "Authorization: Bearer abc"`;
    expect(read(add).remote).toEqual([
      { ...PLAIN, name: 'api', auth: { kind: 'bearer', token: 'abc' } },
    ]);
    expect(read('claude mcp add files -e KEY=v -- npx -y server /tmp').local).toEqual([
      { name: 'files', command: 'npx', args: ['-y', 'server', '/tmp'], variables: ['KEY'] },
    ]);
    expect(read('npx -y @acme/server --fast').local).toEqual([
      {
        name: '@acme/server',
        command: 'npx',
        args: ['-y', '@acme/server', '--fast'],
        variables: [],
      },
    ]);
  });

  test('a server.json has its addresses, with places for the headers, and its packages', () => {
    const { remote, local, from } = read({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'com.example/api',
      title: 'Example',
      version: '1.2.3',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://{tenant}.example.com/mcp',
          headers: [
            { name: 'Authorization', value: 'Bearer {key}', isSecret: true },
            { name: 'X-Key' },
          ],
        },
      ],
      packages: [
        {
          registryType: 'npm',
          identifier: '@example/api',
          version: '1.2.3',
          transport: { type: 'stdio' },
          packageArguments: [{ type: 'named', name: '--root', value: '/tmp' }],
          environmentVariables: [{ name: 'KEY', isSecret: true }],
        },
      ],
    });
    expect(from).toBe('a server.json');
    expect(remote).toEqual([
      {
        name: 'Example',
        url: 'https://${tenant}.example.com/mcp',
        transport: 'http',
        headers: [{ name: 'X-Key', value: '${X-Key}' }],
        auth: { kind: 'bearer', token: '${key}' },
      },
    ]);
    expect(local).toEqual([
      {
        name: 'Example',
        command: 'npx',
        args: ['-y', '@example/api@1.2.3', '--root', '/tmp'],
        variables: ['KEY'],
      },
    ]);
  });

  test('an entry that names no server is said, and the others are read', () => {
    const { remote, skipped } = read({
      mcpServers: { odd: { args: [] }, api: { url: URL_OF }, no: 1 },
    });
    expect(remote.map(({ name }) => name)).toEqual(['api']);
    expect(skipped).toEqual([
      { name: 'odd', why: 'It has neither an address (url) nor a command.' },
      { name: 'no', why: 'It is not an object.' },
    ]);
  });
});

describe('what is no configuration', () => {
  test.each([
    ['', 'empty'],
    ['hello there', 'unreadable'],
    ['{"mcpServers": {', 'unreadable'],
    ['{"openapi": "3.1.0", "paths": {}}', 'noServers'],
    ['[]', 'noServers'],
    ['null', 'noServers'],
    ['{"mcpServers": {}}', 'noServers'],
    [' '.repeat(3) + 'x'.repeat(1_000_001), 'tooLong'],
  ])('%s is refused with words for it', (text, reason) => {
    const found = readConfiguredServers(text);
    expect(found).toMatchObject({ ok: false, reason });
  });

  test('names such as __proto__ are names, and a text with slashes in quotes has no comment', () => {
    const text = `{"mcpServers": {"__proto__": {"url": "https://api.example.com//mcp"}}}`;
    expect(read(text).remote).toMatchObject([
      { name: '__proto__', url: 'https://api.example.com//mcp' },
    ]);
  });

  test('a long text is read in a moment', () => {
    for (const text of [
      '"'.repeat(900_000),
      `{"a": ${',  '.repeat(200_000)}`,
      '/*'.repeat(400_000),
    ]) {
      expect(readConfiguredServers(text).ok).toBe(false);
    }
  });
});

test('the bridge quotes what a shell would expand, and holds no value of a variable', () => {
  const entry = {
    name: 'files',
    command: 'npx',
    args: ['-y', 'server', "it's $HOME"],
    variables: ['API_KEY'],
  };
  expect(toBridge(entry, 'https://builder.example', 1)).toEqual({
    url: 'http://localhost:8001/mcp',
    command: `API_KEY=… npx -y supergateway --stdio 'npx -y server '\\''it'\\''\\'\\'''\\''s $HOME'\\''' --outputTransport streamableHttp --stateful --port 8001 --cors https://builder.example`,
  });
  const plain = { ...entry, args: ['-y', 'server', '.'], variables: [] };
  expect(toBridge(plain, 'https://builder.example').command).toContain('--stdio "npx -y server ."');
});

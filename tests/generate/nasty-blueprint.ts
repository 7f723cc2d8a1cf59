import fc from 'fast-check';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

/** What would break out of, or hide in, some kind of file. */
export const ATTACKS = [
  "'; process.exit(1); '",
  '*/ globalThis.pwned = true; /*',
  '${process.exit(1)}',
  '`${1}`',
  '</script><script>alert(1)</script>',
  '<!--tools-->',
  '{{title}}',
  '$& $1 $` $$',
  '| a | b |\n| --- | --- |',
  '```\n# heading\n```',
  '[text](javascript:alert(1))',
  '![image](https://evil.example/x.png)',
  '\nUPSTREAM_BASE_URL=https://evil.example\n',
  '"\nname = "evil"\n[vars]\n',
  '"""\nRUN rm -rf /',
  '__proto__',
  'constructor',
  '\u202E\u2066abc\u2069',
  '\u200B\u200D\uFEFF\u00AD',
  '\u2028\u2029\u0085\u0000\u001B[31m',
  '\u{E0041}\u{E007F}\u{E0100}',
  '\uD800',
  '\\',
  '\\u0041',
  "\\'",
  '---\nkey: value',
  '- item',
  '1. item',
  'ไทย 日本語 ελληνικά 👩‍👩‍👧',
];

const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ATTACKS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.constantFrom(...ATTACKS), fc.constantFrom(...ATTACKS)).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...ATTACKS), { maxLength: 20 }).map((parts) => parts.join(' ')),
);

const someText = text.map((value) => value || 'x');

const json: fc.Arbitrary<JsonValue> = fc
  .dictionary(text, fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true })), {
    maxKeys: 4,
    noNullPrototype: true,
  })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
  fc.constantFrom(
    '..',
    '__proto__',
    'delete',
    'aux',
    'server',
    'undefined',
    '-',
    '1',
    'A',
    'a',
    'A-',
  ),
);

const httpTool = fc
  .record({ name, title: text, description: text, argument: someText, mock: json, word: someText })
  .map(({ name, title, description, argument, mock, word }): Tool => ({
    name,
    title,
    description,
    enabled: true,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries([[argument, { type: 'string', description, default: word }]]),
      required: [argument],
    },
    outputSchema: { type: 'object', description: word, examples: [mock] },
    action: {
      kind: 'http',
      upstream: 'api',
      method: 'GET',
      path: `/${word}`,
      parameters: [
        { argument, name: word, in: 'query', style: 'form', explode: true, mediaType: word },
      ],
      response: { accept: word, keep: [word] },
      pagination: { kind: 'cursor', argument, nextPath: word, itemsPath: word },
      mock: { status: 200, mediaType: word, body: mock },
    },
    examples: [{ name: word, arguments: Object.fromEntries([[argument, word]]) }],
    origin: { source: 'document', operation: word },
  }));

/** A valid blueprint with any text wherever its schema allows any text. */
export const nastyBlueprint: fc.Arbitrary<Blueprint> = fc
  .record({
    tools: fc.uniqueArray(httpTool, { minLength: 1, maxLength: 4, selector: (tool) => tool.name }),
    server: name,
    version: fc.oneof(someText, fc.constantFrom('1', '1.2', '1.2.3-rc.1', '01.2.3', 'v2.0.0-01')),
    texts: fc.tuple(text, text, text, text),
    word: someText,
    data: json,
  })
  .map(({ tools, server, version, texts: [a, b, c, d], word, data }) => ({
    schemaVersion: 1,
    identity: { name: server, title: a, version, description: b, instructions: c },
    sources: [{ id: 'document', kind: 'openapi', format: a, title: b, hash: '0'.repeat(64) }],
    upstreams: [
      {
        id: 'api',
        title: d,
        baseUrl: `https://api.example.com/${word}`,
        allowedHosts: [word],
        auth: [{ id: 'key', kind: 'apiKey', in: 'header', name: word, secret: 'API_KEY' }],
        security: [['key']],
      },
    ],
    secrets: [{ name: 'API_KEY', scope: 'server', description: c }],
    definitions: Object.fromEntries([[word, { description: a, default: data }]]),
    tools,
    resources: [
      { uri: word, name: word, description: b, mimeType: a, content: { kind: 'text', text: d } },
    ],
    prompts: [
      {
        name: 'ask',
        description: c,
        arguments: [{ name: word, description: a }],
        messages: [{ role: 'user', text: b }],
      },
    ],
    policies: DEFAULT_POLICIES,
    mocks: [
      {
        upstream: 'api',
        method: 'GET',
        path: `/${word}`,
        when: [{ in: 'query', name: word, value: a }],
        status: 200,
        mediaType: 'text/plain',
        body: { [word]: b },
      },
    ],
  }));

import { expect, test } from 'vitest';

import type { HttpAction, ServerDefinition, Upstream } from '#app/runtime/definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { connect, eras, serve } from './connect.ts';
import { contextWith, recordingUpstream, textOf } from './context.ts';
import { petstore } from './petstore.ts';

function download(
  changes: Partial<HttpAction> = {},
  upstream: Partial<Upstream> = {},
): ServerDefinition {
  const definition = petstore();
  const action: HttpAction = {
    kind: 'http',
    upstream: 'api',
    method: 'GET',
    path: '/files/report.pdf',
    parameters: [],
    security: [],
    response: {},
    ...changes,
  };
  return petstore({
    upstreams: definition.upstreams.map((one) => ({ ...one, ...upstream })),
    tools: [{ name: 'download', inputSchema: { type: 'object' }, action }],
    policies: { ...definition.policies, maxResultBytes: 5_000 },
  });
}

const call = { name: 'download', arguments: {} };

/** Bytes that are no text. */
const file = (size: number) => new Uint8Array(size).fill(0xff);

async function run(
  definition: ServerDefinition,
  size: number,
  type = 'application/pdf',
  headers: [string, string][] = [],
) {
  const { fetch } = recordingUpstream(file(size), type, 200, headers);
  return await runTool(definition, call, contextWith(fetch));
}

const address = 'https://api.example.com/v1/files/report.pdf';

test('a file that fits is in the result', async () => {
  expect((await run(download(), 2_000)).content).toEqual([
    {
      type: 'resource',
      resource: {
        uri: address,
        mimeType: 'application/pdf',
        blob: Buffer.from(file(2_000)).toString('base64'),
      },
    },
  ]);
});

test('a larger file becomes a link if it is public', async () => {
  const { content, isError } = await run(download(), 4_000);
  expect(isError).toBeUndefined();
  expect(content).toEqual([
    {
      type: 'resource_link',
      uri: address,
      name: 'report.pdf',
      mimeType: 'application/pdf',
      size: 4_000,
    },
    {
      type: 'text',
      text: 'The file report.pdf (application/pdf, 4000 bytes) is not included: a result may have 5000 bytes, and it would take 5336. It can be fetched at the link. The operator of this server can raise maxResultBytes.',
    },
  ]);
});

test.each<[string, ServerDefinition]>([
  ['needs credentials', download({ security: [['key']] })],
  ['is asked for by POST', download({ method: 'POST' })],
  [
    'is of an address without TLS',
    download({}, { baseUrl: 'http://api.example.com', allowedHosts: ['api.example.com'] }),
  ],
  [
    'depends on a header',
    download({
      parameters: [
        { argument: 'v', name: 'X-Version', in: 'header', style: 'simple', explode: false },
      ],
    }),
  ],
])('one that %s is not a link, but the result says how to get it', async (_, definition) => {
  const { content } = await run(definition, 4_000);
  expect(content).toHaveLength(1);
  expect(content[0]).toMatchObject({
    type: 'text',
    text: expect.stringMatching(
      /4000 bytes\) is not included.*smaller part.*maxResultBytes.*report\.pdf$/,
    ),
  });
});

test.each([
  ['attachment; filename="Q3 report.pdf"', 'Q3 report.pdf'],
  ['attachment; filename=plain.bin', 'plain.bin'],
  ["attachment; filename=x.bin; filename*=UTF-8''Pr%C3%BCfung.pdf", 'Prüfung.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ["attachment; filename*=UTF-8''%E0%A4%A", 'report.pdf'],
  ['inline', 'report.pdf'],
])('the name of a file of %j is %s', async (header, name) => {
  const { content } = await run(download(), 4_000, 'application/pdf', [
    ['Content-Disposition', header],
  ]);
  expect(content[0]).toMatchObject({ type: 'resource_link', name });
});

test('an image that is too large becomes a link as well', async () => {
  const picture = file(4_000);
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
  const { fetch } = recordingUpstream(picture, 'image/png');
  const { content } = await runTool(download(), call, contextWith(fetch));
  expect(content[0]).toMatchObject({ type: 'resource_link', mimeType: 'image/png', size: 4_000 });
});

test('a long text is cut as before, not linked', async () => {
  const { fetch } = recordingUpstream('line\n'.repeat(2_000), 'text/csv');
  const result = await runTool(download(), call, contextWith(fetch));
  expect(result.content[0]?.type).toBe('text');
  expect(textOf(result)).toContain('characters are shown');
});

test.each(eras)('a client of %s accepts files and links', async (_, negotiation) => {
  for (const [size, type] of [
    [2_000, 'resource'],
    [4_000, 'resource_link'],
  ] as const) {
    const { fetch } = recordingUpstream(file(size), 'application/pdf');
    const client = await connect(serve(download(), fetch), negotiation);
    expect((await client.callTool(call)).content[0]?.type).toBe(type);
  }
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { beforeAll, describe, expect, test } from 'vitest';

import { connectClient, ERAS } from '../setup/connect-client.ts';
import { buildCli, runCli, spec, startServe, stop } from './run-cli.ts';

const petstore = spec('petstore-3.0.json');

beforeAll(buildCli, 60_000);

describe.each(ERAS)('the official client of the %s era', (era) => {
  test('lists and calls the tools of a served document; the mock answers', async () => {
    const { url, process: server } = await startServe([petstore, '--mock']);
    const client = await connectClient(url, era);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(20);
    const result = await client.callTool({ name: 'getPetById', arguments: { petId: 10 } });
    expect(result).toMatchObject({ structuredContent: { name: 'doggie' } });
    await client.close();
    expect(await stop(server)).toBe(0);
  });
});

test('without --mock the API is called, with credentials from the environment', async () => {
  const seen: (string | undefined)[] = [];
  const upstream = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`, request.headers['api_key']?.toString());
    response.setHeader('content-type', 'application/json');
    response.end('{"id":7,"name":"rex","photoUrls":[]}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  const inspected = await runCli(['inspect', petstore, '--json']);
  const { secrets } = JSON.parse(inspected.stdout).blueprint as { secrets: { name: string }[] };
  const variables = Object.fromEntries(secrets.map(({ name }) => [name, 'key-of-the-test']));
  const { url, process: server } = await startServe([petstore], {
    ...variables,
    UPSTREAM_BASE_URL: `http://127.0.0.1:${port}/v9`,
  });
  const client = await connectClient(url, 'modern');
  const result = await client.callTool({ name: 'getPetById', arguments: { petId: 7 } });
  expect(result).toMatchObject({ structuredContent: { id: 7, name: 'rex' } });
  expect(seen).toEqual(['GET /v9/pet/7', 'key-of-the-test']);
  await client.close();
  expect(await stop(server)).toBe(0);
  upstream.close();
});

test('an invalid variable is named, and the server does not start', async () => {
  const variables = { UPSTREAM_BASE_URL: 'not an address' };
  const { code, stdout, stderr } = await runCli(['serve', petstore, '--port', '0'], { variables });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('UPSTREAM_BASE_URL');
});

test('a port in use exits with 1 and is reported', async () => {
  const { url, process: server } = await startServe([petstore, '--mock']);
  const { port } = new URL(url);
  const { code, stdout, stderr } = await runCli(['serve', petstore, '--mock', '--port', port]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`Port ${port} cannot be used`);
  await stop(server);
});

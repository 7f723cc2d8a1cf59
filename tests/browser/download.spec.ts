import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripVTControlCharacters } from 'node:util';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { endProcess, ProjectDirectory } from '../generate/project-directory.ts';
import { connectClient, ERAS } from '../setup/connect-client.ts';
import { unpackZip } from '../setup/unpack-zip.ts';
import { openDraft } from './setup/open-draft.ts';
import { expect, test } from './setup/page-test.ts';

/** An upstream that keeps what it was asked for, and with which key. */
async function startUpstream() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${String(request.headers['api_key'])}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 10, name: 'Rex', photoUrls: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v9`, asked, close: () => server.close() };
}

test('the download installs, tests itself, builds, starts and calls the real API', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await openDraft(page);
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download/ })
    .first()
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const files = unpackZip(readFileSync(await download.path()));
  const project = await ProjectDirectory.create(files);
  const upstream = await startUpstream();
  try {
    await project.run('npm install --prefer-offline --no-audit --no-fund');
    const tested = stripVTControlCharacters(await project.run('npm test'));
    expect(tested).toMatch(/fail 0/);
    expect(Number(/pass (\d+)/.exec(tested)?.[1])).toBeGreaterThan(50);
    await project.run('npm run build');

    const variables = {
      PORT: '0',
      UPSTREAM_BASE_URL: upstream.url,
      SWAGGER_PETSTORE_API_KEY: 'key-4711',
    };
    const call = { name: 'getPetById', arguments: { petId: 10 } };
    const started = await project.start('dist/http.js', variables);
    for (const era of ERAS) {
      const client = await connectClient(started.url.href, era);
      expect((await client.callTool(call)).structuredContent).toMatchObject({ name: 'Rex' });
      await client.close();
    }
    await endProcess(started.process);

    const client = new Client({ name: 'download', version: '1.0.0' });
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(project.variables(variables))) {
      if (value !== undefined) env[name] = value;
    }
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['dist/stdio.js'],
        cwd: project.path,
        env,
        stderr: 'ignore',
      }),
    );
    expect((await client.callTool(call)).structuredContent).toMatchObject({ name: 'Rex' });
    await client.close();
    expect(upstream.asked).toEqual(Array.from({ length: 3 }, () => 'GET /v9/pet/10 key-4711'));
  } finally {
    upstream.close();
    await project.remove();
  }
});

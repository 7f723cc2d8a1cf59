import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { endProcess, ProjectDirectory } from '../generate/project-directory.ts';
import { addressOf, parseDocument, readDocument } from './corpus.ts';
import { documentOperations } from './document-operations.ts';
import { assignsSecurity, runOracle } from './oracle-run.ts';
import type { OracleTally, Sender } from './oracle-run.ts';
import { RecordingUpstream } from './recording-upstream.ts';
import { connectedSecrets, SECRET } from './send-call.ts';

const PROJECT_MS = 120_000;

/** Swagger 2.0, 3.0 and 3.1; JSON, form and multipart bodies; with the calls that are equal. */
const PROJECTS: [name: string, calls: number, equal: number, accepted: number][] = [
  ['petstore-3.0.json', 40, 4, 36],
  ['slack-2.0.json', 348, 257, 91],
  ['rclone-3.1.yaml', 202, 20, 182],
  ['files.com', 444, 339, 105],
];

test.each(PROJECTS)(
  'the exported project of %s sends over HTTP what swagger-client builds',
  { timeout: PROJECT_MS },
  async (name, calls, equal, accepted) => {
    const text = readDocument(name);
    const address = addressOf(name);
    const outcome = await importDocument(text, { url: address });
    if (!outcome.ok) throw new Error(outcome.message);
    const { blueprint } = outcome.value;
    const root = parseDocument(text);
    const source = { name, address, root, blueprint };
    const connected = connectedSecrets(blueprint.upstreams);
    const secrets = assignsSecurity(root, documentOperations(root))
      ? blueprint.secrets
          .filter(({ name: secret }) => !connected.has(secret))
          .map((secret) => [secret.name, SECRET])
      : [];
    const compare = (send: Sender) => runOracle(source, send);
    const tally = await withProject(blueprint, Object.fromEntries(secrets), compare);
    expect(tally.unexplained).toEqual([]);
    expect([tally.calls, tally.equal, tally.accepted]).toEqual([calls, equal, accepted]);
  },
);

/** Builds and starts the project as its user would, beside an upstream that records. */
async function withProject(
  blueprint: Blueprint,
  secrets: Record<string, string>,
  work: (send: Sender) => Promise<OracleTally>,
): Promise<OracleTally> {
  const [upstream] = blueprint.upstreams;
  if (upstream === undefined || blueprint.upstreams.length > 1)
    throw new Error('Only the first upstream can be led elsewhere.');
  const project = await ProjectDirectory.create(generate(blueprint));
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  await project.run('npm run build');
  const base = new URL(upstream.baseUrl);
  const recording = await RecordingUpstream.start();
  const server = await project.start('dist/http.js', {
    ...secrets,
    PORT: '0',
    UPSTREAM_BASE_URL: `${recording.origin}${base.pathname}`,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(server.url));
  try {
    return await work(async (tool, args) => {
      const result = await client.callTool({ name: tool, arguments: args });
      const sent = recording.take();
      const [request] = sent;
      if (request === undefined || sent.length > 1) return JSON.stringify(result.content);
      return { ...request, address: request.address.replace(recording.origin, base.origin) };
    });
  } finally {
    await client.close();
    await endProcess(server.process);
    await recording.stop();
    await project.remove();
  }
}

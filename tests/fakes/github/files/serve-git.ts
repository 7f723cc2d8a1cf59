import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { World } from '../world.ts';

import { exportRepository } from './export-repository.ts';
import { findReadable } from './find-readable.ts';

const BACKEND = '/usr/lib/git-core/git-http-backend';
const PATH = /^\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack)$/;

/** Lets git clone and fetch, by its own server; null: this is no request of git. */
export async function serveGit(request: Request, worlds: World[]): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const [, owner = '', name = '', service = ''] = PATH.exec(pathname) ?? [];
  if (service === '') return null;
  const repository = findReadable(worlds, request, owner, name);
  if (repository === null) {
    const headers = { 'www-authenticate': 'Basic realm="GitHub"' };
    return new Response('Repository not found.', { status: 401, headers });
  }
  if (search.includes('receive-pack')) return new Response('Not here.', { status: 403 });
  const parent = await mkdtemp(path.join(tmpdir(), 'github-emulator-'));
  try {
    const folder = path.join(parent, 'repository');
    await exportRepository(repository, folder);
    return await runBackend(request, folder, service, search.slice(1));
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

async function runBackend(
  request: Request,
  folder: string,
  service: string,
  query: string,
): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? '';
  const child = spawn(BACKEND, [], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: path.dirname(folder),
      GIT_HTTP_EXPORT_ALL: '1',
      // The folder may belong to another user of this machine.
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: `/${path.basename(folder)}/${service}`,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header('content-type'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      HTTP_GIT_PROTOCOL: header('git-protocol'),
    },
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stdin.end(Buffer.from(await request.arrayBuffer()));
  await once(child, 'close');
  return toResponse(Buffer.concat(parts));
}

/** What a CGI program answers. */
function toResponse(output: Buffer): Response {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = new Headers();
  let status = 200;
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/:\s*/, 2);
    if (name.toLowerCase() === 'status') status = Number(value.slice(0, 3));
    else if (name !== '') headers.append(name, value);
  }
  return new Response(new Uint8Array(output.subarray(end + 4)), { status, headers });
}

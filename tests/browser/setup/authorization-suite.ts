import { spawn } from 'node:child_process';

import { findFreePort } from '../../setup/free-port.ts';

const SUITE =
  'tests/conformance/suite/node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** A run of the official suite's scenarios for authorization servers. */
export interface AuthorizationRun {
  /** The address that the suite wants somebody to visit and allow. */
  asked: Promise<string>;
  /** Its exit code, and what it printed. */
  ended: Promise<{ code: number | null; output: string }>;
}

/** A client of the suite, registered at an authorization server, that asks for one resource. */
export async function runAuthorizationSuite(
  issuer: string,
  resource: string,
): Promise<AuthorizationRun> {
  const port = String(await findFreePort());
  const registered = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance suite',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const options = ['--url', issuer, '--client-id', id, '--resource', resource, '--port', port];
  const child = spawn(process.execPath, [SUITE, 'authorization', ...options]);
  const asked = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<{ code: number | null; output: string }>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
      if (address !== undefined) asked.resolve(address);
    });
  }
  child.on('close', (code) => {
    ended.resolve({ code, output });
    asked.reject(new Error(output));
  });
  return { asked: asked.promise, ended: ended.promise };
}

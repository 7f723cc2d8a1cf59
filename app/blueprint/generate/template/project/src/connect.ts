import { createServer } from 'node:http';

import { ENV_FILE, exitWith, loadEnvironment } from './node-environment.ts';
import type { Upstream } from './runtime/definition.ts';
import {
  createVerifier,
  exchangeCode,
  toAuthorizationUrl,
} from './runtime/upstream/authorization-code.ts';
import type { AuthorizationCode } from './runtime/upstream/authorization-code.ts';
import { writeVariable } from './secrets-file.ts';
import { server } from './server.ts';

/** A person signs in and decides within this time, in milliseconds. */
const WAIT_MS = 600_000;

/**
 * Connects the APIs that need a person (or the one whose id is given): signs in there in a browser, by OAuth 2
 * with an authorization code and PKCE, and puts the refresh token into `.env`.
 */
const environment = loadEnvironment();
const port = Number(process.env.CONNECT_PORT || '8976');
const redirectUri = `http://127.0.0.1:${port}/callback`;
const [only] = process.argv.slice(2);
const wanted = server.upstreams.filter(({ id }) => only === undefined || id === only);
for (const upstream of wanted) {
  for (const scheme of upstream.auth) {
    if (scheme.kind === 'oauth2AuthorizationCode') await connect(upstream, scheme);
  }
}
process.exit(0);

async function connect({ id: upstream }: Upstream, scheme: AuthorizationCode): Promise<void> {
  const id = requireSecret(scheme.clientIdSecret);
  const secret = scheme.clientSecretSecret && requireSecret(scheme.clientSecretSecret);
  const state = createVerifier();
  const verifier = createVerifier();
  const url = await toAuthorizationUrl(scheme, { clientId: id, redirectUri, state, verifier });
  const code = await waitForCode(state, () => {
    console.log(`To connect ${upstream}, open this address in a browser here:\n\n${url}\n`);
    console.log(`The API has to know this client with the redirect address ${redirectUri}`);
  });
  const send = (request: Request) => fetch(request);
  const grant = { code, redirectUri, verifier };
  const got = await exchangeCode(send, scheme.tokenUrl, { id, secret }, grant);
  if (!got.ok) exitWith([`${upstream} is not connected. ${got.message}`]);
  writeVariable(ENV_FILE, scheme.refreshTokenSecret, got.refreshToken);
  console.log(`${upstream} is connected: ${scheme.refreshTokenSecret} is in .env.`);
}

function requireSecret(name: string): string {
  return environment.secret(name) ?? exitWith([`Set ${name} in .env first.`]);
}

/** The code that the browser brings back, with our own state; what comes without it is nobody's. */
function waitForCode(state: string, onReady: () => void): Promise<string> {
  return new Promise((resolve) => {
    const late = setTimeout(() => exitWith(['Nobody signed in within ten minutes.']), WAIT_MS);
    const listener = createServer((request, response) => {
      const url = new URL(request.url ?? '/', redirectUri);
      const isOurs = url.pathname === '/callback' && url.searchParams.get('state') === state;
      if (!isOurs || request.method !== 'GET') {
        response.writeHead(404).end('Nothing is waiting for this.');
        return;
      }
      const error = url.searchParams
        .get('error')
        ?.replace(/[^\w.-]/g, '')
        .slice(0, 60);
      const code = url.searchParams.get('code');
      const text = code ? 'You can close this window.' : 'Nothing was connected.';
      response.writeHead(200, { 'content-type': 'text/plain', connection: 'close' });
      response.end(text, () => {
        clearTimeout(late);
        listener.close();
        if (code) resolve(code);
        else exitWith([`The API did not allow it${error ? `: ${error}` : ''}.`]);
      });
    });
    listener.on('error', (error) =>
      exitWith([`Cannot listen on port ${port}: ${error.message}. Set CONNECT_PORT to another.`]),
    );
    listener.listen(port, '127.0.0.1', onReady);
  });
}

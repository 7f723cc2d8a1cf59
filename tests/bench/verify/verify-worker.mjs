// Verifies the same tokens in several ways inside workerd; tests/bench/verify/measure-verify.mjs
// starts it and holds the clock, because time stands still within a request.
import { Auth } from 'firebase-auth-cloudflare-workers';
import { base64url, compactVerify, importJWK, jwtVerify } from 'jose';

import { createTokenVerifier } from '../../../app/auth/token/verify-token.server.ts';

const RS256 = 'RSASSA-PKCS1-v1_5';

/** What `POST /load` brought: one key and many tokens that it signed. */
let loaded;

/** KV without KV's own time: the peer reads its keys there for each token, ours once. */
const peerStore = { get: async () => [loaded.jwk], put: async () => undefined };
const emptyStore = { get: async () => null, put: async () => undefined };

function takeApart(token) {
  const end = token.lastIndexOf('.');
  return {
    signature: base64url.decode(token.slice(end + 1)),
    input: new TextEncoder().encode(token.slice(0, end)),
  };
}

async function load({ jwk, tokens, projectId }) {
  const signed = tokens.map(takeApart);
  const subtleKey = await crypto.subtle.importKey(
    'jwk',
    jwk,
    { name: RS256, hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const joseKey = await importJWK(jwk, 'RS256');
  loaded = { jwk, tokens, projectId, signed, subtleKey, joseKey };
}

/** Keys without a network: what is measured is the work on a token. */
const fetchKeys = async (now) => ({
  ok: true,
  value: { fetchedAt: now(), freshForMs: 3_600_000, keys: [loaded.jwk] },
});
const warm = createTokenVerifier(fetchKeys);
let cold = warm;

/** A text of its own each time, as from a header: comparing a text with itself costs nothing. */
const asReceived = (token) => `Bearer ${token}`.slice('Bearer '.length);

const checkSignature = ({ signature, input }) =>
  crypto.subtle.verify(RS256, loaded.subtleKey, signature, input);

/** Each throws, or answers false or `{ok: false}`, for a bad token; none waits for more than it must. */
const ways = {
  nothing: async () => true,
  prepared: (_, signed) => checkSignature(signed),
  raw: (token) => checkSignature(takeApart(token)),
  jose: (token) => {
    const { projectId, joseKey } = loaded;
    const issuer = `https://securetoken.google.com/${projectId}`;
    return jwtVerify(token, joseKey, { algorithms: ['RS256'], issuer, audience: projectId });
  },
  compact: (token) => compactVerify(token, loaded.joseKey, { algorithms: ['RS256'] }),
  peer: (token) => Auth.getOrInitialize(loaded.projectId, peerStore).verifyIdToken(token),
  cold: (token, _, app) => cold(app, token),
  warm: (token, _, app) => warm(app, token),
};

export default {
  async fetch(request, _, context) {
    const url = new URL(request.url);
    if (request.method === 'POST') {
      await load(await request.json());
      return new Response('loaded');
    }
    const app = {
      env: { CACHE: emptyStore },
      config: { FIREBASE_PROJECT_ID: loaded.projectId },
      log: console,
      waitUntil: (work) => context.waitUntil(work),
    };
    // A memory of its own for each run, which holds the keys and has seen no other token.
    cold = createTokenVerifier(fetchKeys);
    await cold(app, loaded.tokens[0]);
    const way = ways[url.pathname.slice(1)];
    let verified = 0;
    for (const [at, token] of loaded.tokens.entries()) {
      const result = await way(asReceived(token), loaded.signed[at], app);
      if (result !== false && result.ok !== false) verified += 1;
    }
    return Response.json({ verified });
  },
};

import {
  fetchGoogleKeys,
  GOOGLE_KEYS_URL,
  type FetchKeys,
} from '#app/auth/token/key-set-google.server.ts';

import { toSigner, type TokenSigner } from './id-token.ts';

/** Response of a fake key server: see `KeyAnswer` in tests/fakes/google-keys.ts. */
export interface KeyAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  stalls?: boolean;
}

const CONTROL = 'https://google-keys.invalid';

/** The signer whose key Google's fake always publishes: its tokens are valid in every test in workerd. */
export async function getSteadySigner(): Promise<TokenSigner> {
  const answer = await fetch(`${CONTROL}/private-key`);
  const { kid, ...jwk } = await answer.json<Record<string, string>>();
  return toSigner(kid ?? '', jwk);
}

/** A test's own key server, and the fetch with which the code under test reaches it. */
export function openKeyServer() {
  const name = crypto.randomUUID();
  const control = `${CONTROL}/servers/${name}`;
  const fetchKeys: FetchKeys = (now) => fetchGoogleKeys(now, `${GOOGLE_KEYS_URL}?server=${name}`);
  return {
    name,
    fetchKeys,
    async set(answer: KeyAnswer) {
      await fetch(control, { method: 'PUT', body: JSON.stringify(answer) });
    },
    async publish(signers: Pick<TokenSigner, 'publicJwk'>[], maxAge = 21_600) {
      const body = JSON.stringify({ keys: signers.map(({ publicJwk }) => publicJwk) });
      const headers = { 'cache-control': `public, max-age=${maxAge}, must-revalidate` };
      await this.set({ body, headers });
    },
    async countFetches(): Promise<number> {
      const answer = await fetch(control);
      return (await answer.json<{ fetches: number }>()).fetches;
    },
  };
}

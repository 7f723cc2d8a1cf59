import { Request as OutsideRequest } from 'miniflare';
import * as z from 'zod';

import { answerGoogleKeys } from '../fakes/google-keys.ts';
import type { BuiltWorker } from '../setup/built-worker.ts';
import { makeClaims, toSigner } from '../setup/id-token.ts';

/** Somebody who sends requests to a built Worker, always with the same credentials. */
export interface Person {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

interface SignedIn {
  uid: string;
  /** With their cookies. */
  browser: Person;
  /** With their ID token alone. */
  byToken: Person;
}

/** People of a test. */
export interface People {
  signIn: (uid?: string) => Promise<SignedIn>;
  /** Lets all sessions that a user has now show no token for longer than they may. */
  makeStale: (uid: string) => Promise<void>;
  asGuest: () => Promise<Person>;
  withBearer: (token: string) => Person;
  nobody: () => Person;
}

/** Brings people to a built Worker, whose users Google has signed in. */
export async function openPeople(worker: BuiltWorker): Promise<People> {
  const control = new OutsideRequest('https://google-keys.invalid/private-key');
  const answer = await answerGoogleKeys(control);
  const { kid, ...jwk } = z.record(z.string(), z.string()).parse(await answer?.json());
  const signer = await toSigner(kid ?? '', jwk);
  let users = 0;

  const person = (own: Record<string, string>): Person => ({
    fetch: (path, init = {}) => {
      const headers = { ...own, ...Object.fromEntries(new Headers(init.headers)) };
      return fetch(worker.url + path, { redirect: 'manual', ...init, headers });
    },
  });
  const asBrowser = (response: Response) => {
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return person({ cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' });
  };
  const withBearer = (token: string) => person({ authorization: `Bearer ${token}` });
  return {
    async signIn(known) {
      users += 1;
      const uid = known ?? `user-${users}`;
      const authTime = Math.floor(Date.now() / 1_000) - 10;
      const token = await signer.sign(makeClaims({ sub: uid, auth_time: authTime }));
      const byToken = withBearer(token);
      const headers = { 'sec-fetch-site': 'same-origin' };
      const synced = await byToken.fetch('/api/session', { method: 'POST', headers });
      if (synced.status !== 204) throw new Error(`${synced.status} ${await synced.text()}`);
      return { uid, browser: asBrowser(synced), byToken };
    },
    async makeStale(uid) {
      const stale = worker.env.DB.prepare('update sessions set synced_at = 1 where uid = ?');
      await stale.bind(uid).run();
    },
    asGuest: async () => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const chat = { method: 'POST', headers, body: '{}' };
      return asBrowser(await person({}).fetch('/api/chats', chat));
    },
    withBearer,
    nobody: () => person({}),
  };
}

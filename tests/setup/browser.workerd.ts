import { exports } from 'cloudflare:workers';

import { makeClaims } from './id-token.ts';
import { getSteadySigner } from './key-server.workerd.ts';

export const SITE = 'https://builder.test';

let addresses = 0;
let users = 0;

/** A unique user id. */
export function newUid(): string {
  users += 1;
  return `user-${users}-${crypto.randomUUID().slice(0, 8)}`;
}

/** A newly issued ID token of Google. */
export async function makeToken(over: Record<string, unknown> = {}): Promise<string> {
  const signer = await getSteadySigner();
  return signer.sign(makeClaims(over));
}

/** Headers of a browser without cookies. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A browser with its own cookie jar and IP address, on our site over https. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;

  constructor() {
    addresses += 1;
    this.address = `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A request of this browser. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    headers.set('cf-connecting-ip', headers.get('cf-connecting-ip') ?? this.address);
    headers.set('sec-fetch-site', headers.get('sec-fetch-site') ?? 'same-origin');
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader);
    return new Request(new URL(path, SITE), { redirect: 'manual', ...init, headers });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.keep(await exports.default.fetch(this.request(path, init)));
  }

  /** Stores the cookies of a response. */
  keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  }

  /** Syncs a token as Firebase's SDK does. */
  sync(token: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch('/api/session', {
      method: 'POST',
      headers: { ...bearer(token), ...headers },
    });
  }

  /** Signs in as a user, and returns the token. */
  async signIn(over: Record<string, unknown> = {}): Promise<string> {
    const authTime = Math.floor(Date.now() / 1_000) - 10;
    const token = await makeToken({ auth_time: authTime, ...over });
    const answer = await this.sync(token);
    if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
    return token;
  }
}

/** State of a user in Firebase's fake: see `FakeUser` in tests/fakes/identity-toolkit.ts. */
export interface FirebaseUser {
  exists?: boolean;
  disabled?: boolean;
  isTooOld?: boolean;
  failing?: ('lookup' | 'delete')[];
  hanging?: ('lookup' | 'delete')[];
}

/** Sets the state of a user in Firebase's fake. */
export async function setFirebaseUser(uid: string, user: FirebaseUser): Promise<void> {
  const address = `https://identity-toolkit.invalid/users/${uid}`;
  await fetch(address, { method: 'PUT', body: JSON.stringify(user) });
}

/** Whether a user still exists in Firebase's fake. */
export async function existsAtFirebase(uid: string): Promise<boolean> {
  const answer = await fetch(`https://identity-toolkit.invalid/users/${uid}`);
  return (await answer.json<{ exists: boolean }>()).exists;
}

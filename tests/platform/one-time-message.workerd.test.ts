import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';

import { requireConfig } from '#app/platform/config.ts';
import { putMessage, takeMessage } from '#app/platform/one-time-message.server.ts';

import { breakBinding, hangBinding } from '../setup/broken-binding.workerd.ts';

let after: Promise<unknown>[] = [];
let logged: string[] = [];
let reads: string[] = [];
beforeEach(() => {
  after = [];
  logged = [];
  reads = [];
});

/** A cache that notes what is read from it. */
const CACHE = new Proxy(env.CACHE, {
  get(target, name) {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== 'function') return member;
    return (...args: unknown[]) => {
      if (name === 'get') reads.push(String(args[0]));
      return member.apply(target, args);
    };
  },
});

function appWith(bindings: Partial<Env> = {}, keys: Partial<Env> = {}) {
  const note = (event: string) => void logged.push(event);
  return {
    env: { ...env, CACHE, ...bindings },
    config: requireConfig({ ...env, ...keys }),
    log: { info: note, warn: note, error: note },
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  };
}

const visit = (setCookie: string | null) =>
  new Request('https://builder.test/', {
    headers: { cookie: `theme=dark; ${setCookie?.split(';')[0] ?? ''}` },
  });

describe('a one-time message', () => {
  test('survives a redirect and is shown once', async () => {
    const setCookie = await putMessage(appWith(), 'Your account is deleted.', 'pass');
    expect(setCookie).toMatch(
      /^__Host-message=[^;]+; Max-Age=120; Path=\/; .*Secure; SameSite=Lax$/,
    );
    const taken = await takeMessage(appWith(), visit(setCookie));
    expect(taken?.message).toEqual({ text: 'Your account is deleted.', tone: 'pass' });
    expect(taken?.setCookie).toMatch(/^__Host-message=; Max-Age=0; Path=\/;/);
    await Promise.all(after);
    expect(await takeMessage(appWith(), visit(setCookie))).toMatchObject({ message: null });
  });

  test('costs nothing where nobody left one', async () => {
    expect(await takeMessage(appWith(), visit(null))).toBeNull();
    expect(reads).toEqual([]);
  });

  test('is not looked for under a name that we did not sign', async () => {
    await env.CACHE.put('tier:v1:abc', JSON.stringify({ message: { text: 'secret' } }));
    const forged = btoa(JSON.stringify('tier:v1:abc'));
    const names = [forged, `${forged}.c2ln`, encodeURIComponent(`${forged}.x`), '', '%'];
    for (const name of names) {
      const taken = await takeMessage(appWith(), visit(`__Host-message=${name}`));
      expect(taken).toMatchObject({ message: null });
    }
    expect(reads).toEqual([]);
    expect(logged).toEqual([]);
  });

  test('is lost, and nothing else, when the cache fails', async () => {
    const setCookie = await putMessage(appWith(), 'Saved.');
    for (const broken of [breakBinding(env.CACHE), hangBinding(env.CACHE, 'get', 'put')]) {
      expect(await putMessage(appWith({ CACHE: broken }), 'Saved.')).toBeNull();
      const taken = await takeMessage(appWith({ CACHE: broken }), visit(setCookie));
      expect(taken).toMatchObject({
        message: null,
        setCookie: expect.stringContaining('Max-Age=0'),
      });
    }
    expect(logged).toEqual(Array.from({ length: 4 }, () => 'message.lost'));
  });

  test('that cannot be removed is still shown', async () => {
    const setCookie = await putMessage(appWith(), 'Saved.');
    const stuck = new Proxy(env.CACHE, {
      get(target, name) {
        if (name === 'delete') return () => Promise.reject(new Error('connection lost'));
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const taken = await takeMessage(appWith({ CACHE: stuck }), visit(setCookie));
    expect(taken).toMatchObject({ message: { text: 'Saved.', tone: 'note' } });
    await Promise.all(after);
    expect(logged).toEqual(['message.kept']);
  });
});

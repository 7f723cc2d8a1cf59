import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import { notePageFailure, toPageAnswer } from '#app/platform/failures/answer-error.ts';
import { createTrace } from '#app/platform/app-context.ts';
import { limitBindings } from '#app/platform/stores/limit-database.server.ts';
import { isOutage } from '#app/platform/stores/store-outage.ts';

import app from '../../workers/app.ts';

const ORIGIN = 'https://builder.test';

function ask(path: string, init?: RequestInit): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
}

describe('a store that is away for now', () => {
  const locked = () => new Error('D1_ERROR: database is locked: SQLITE_BUSY');

  /** A database that answers no query. */
  const lockedDatabase = new Proxy(env.DB, {
    get: () => () => {
      throw locked();
    },
  });
  /** A bucket that can be read only. */
  const readOnly = new Proxy(env.BLOBS, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'put') return typeof member === 'function' ? member.bind(target) : member;
      return async () => {
        throw new Error('put: Unspecified error (0)');
      };
    },
  });
  const askWith = (path: string, over: Partial<Env>, init?: RequestInit) =>
    app.fetch(new Request(`${ORIGIN}${path}`, init), { ...env, ...over }, createExecutionContext());

  test('gets 503 and the time to try again, not 500', async () => {
    const first = await ask('/api/drafts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"template":"weather"}',
    });
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    for (const [path, over, init] of [
      ['/api/chats', { DB: lockedDatabase }, { headers: { cookie } }],
      [
        '/api/drafts',
        { BLOBS: readOnly },
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"template":"weather"}',
        },
      ],
    ] as const) {
      const response = await askWith(path, over, init);
      expect([path, response.status]).toEqual([path, 503]);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await response.json()).toMatchObject({ title: 'Service Unavailable', status: 503 });
    }
  });

  test('is told from a statement that is wrong', async () => {
    const { DB } = limitBindings(env);
    const failures = [
      () => DB.prepare('SELECT nothing FROM nowhere').first(),
      () => DB.exec('SELEC'),
    ];
    for (const fail of failures) {
      const error: unknown = await fail().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(isOutage(error)).toBe(false);
    }
    expect(isOutage(new Error('wrapped', { cause: locked() }))).toBe(true);
    expect(isOutage(new Error('put: Unspecified error (0)'))).toBe(true);
    expect(isOutage(new Error('Cannot read properties of null'))).toBe(false);
  });

  test('makes a page that may be asked for again, where no other failure does', async () => {
    const page = () => new Response('The error page', { status: 500 });
    const [away, broken] = [createTrace(), createTrace()];
    notePageFailure(away, new Error('Failed query', { cause: locked() }));
    notePageFailure(broken, new TypeError('null is no object'));
    const answer = toPageAnswer(away, page());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toBe('The error page');
    expect(toPageAnswer(broken, page()).status).toBe(500);
    expect(toPageAnswer(away, new Response('fine')).status).toBe(200);
  });
});

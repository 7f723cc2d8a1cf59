import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTokenVerifier, type VerifyToken } from '#app/auth/token/verify-token.server.ts';

import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { createSigner, makeClaims, type TokenSigner } from '../setup/id-token.ts';
import { openKeyServer } from '../setup/key-server.workerd.ts';
import { makeTokenCases, type TokenCase } from './token-cases.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const app = makeApp();

const keyServer = openKeyServer();
let signer: TokenSigner;
let verify: VerifyToken;
let cases: TokenCase[];

beforeAll(async () => {
  signer = await createSigner('key-1');
  await keyServer.publish([signer]);
  cases = await makeTokenCases(signer, await createSigner('key-2'));
  verify = createTokenVerifier(keyServer.fetchKeys);
});

// What one isolate left in KV is not for the next test's.
beforeEach(async () => {
  await app.settle();
  await env.CACHE.delete('firebase-keys:v1');
});

describe('tokens of fixed outcome', () => {
  test('end as they must, on a cold and on a warm isolate', async () => {
    expect(cases.length).toBeGreaterThanOrEqual(71);
    const wrong: string[] = [];
    for (const { name, token, isGood } of [...cases, ...cases]) {
      const { ok } = await verify(app, token);
      if (ok !== isGood) wrong.push(`${name}: ${ok ? 'accepted' : 'refused'}`);
    }
    expect(wrong).toEqual([]);
  });

  test('that are refused never mention what they hold', async () => {
    for (const { token, isGood } of cases) {
      if (isGood) continue;
      const answer = await verify(app, token);
      expect(answer).toMatchObject({ reason: 'invalidToken' });
      expect(!answer.ok && 'why' in answer && answer.why).toMatch(/^[a-z ]{3,40}$/);
    }
  });

  test('cost no key as long as something else is wrong with them', async () => {
    const unused = openKeyServer();
    const cold = createTokenVerifier(unused.fetchKeys);
    // These four can only be told by the key.
    const needsKey = /signature|under a known key|key id (out of|that is a path|and a)|unknown key/;
    const early = cases.filter(({ isGood, name }) => !isGood && !needsKey.test(name));
    expect(early.length).toBeGreaterThan(80);
    for (const { token, name } of early) {
      expect(await cold(app, token), name).toMatchObject({ reason: 'invalidToken' });
    }
    expect(await unused.countFetches()).toBe(0);
  });
});

describe('the edges of what is live', () => {
  const second = 1_800_000_000;
  const start = { auth_time: second - 600, iat: second - 10, exp: second + 3_590 };

  test.each<[string, Record<string, number>, boolean]>([
    [
      'expired for 60 seconds',
      { auth_time: second - 3_660, iat: second - 3_660, exp: second - 60 },
      true,
    ],
    [
      'expired for 61 seconds',
      { auth_time: second - 3_661, iat: second - 3_661, exp: second - 61 },
      false,
    ],
    ['issued in 60 seconds', { iat: second + 60, exp: second + 3_600 }, true],
    ['issued in 61 seconds', { iat: second + 61, exp: second + 3_600 }, false],
    ['signed in when it was issued', { auth_time: second - 10 }, true],
    ['signed in a second later', { auth_time: second - 9 }, false],
    [
      'signed in within the skew',
      { auth_time: second + 60, iat: second + 60, exp: second + 3_600 },
      true,
    ],
    [
      'signed in in the future',
      { auth_time: second + 61, iat: second + 61, exp: second + 3_600 },
      false,
    ],
    ['signed in in 1970', { auth_time: 0 }, true],
    ['good for an hour', { iat: second - 10, exp: second + 3_590 }, true],
    ['good for an hour and a second', { iat: second - 10, exp: second + 3_591 }, false],
    ['not before 60 seconds', { nbf: second + 60 }, true],
    ['not before 61 seconds', { nbf: second + 61 }, false],
  ])('a token %s', async (_, times, isGood) => {
    const token = await signer.sign(makeClaims({ ...start, ...times }, second * 1_000));
    // The whole second counts, not only its beginning.
    for (const now of [second * 1_000, second * 1_000 + 999]) {
      expect((await verify(app, token, () => now)).ok).toBe(isGood);
    }
  });
});

describe('a text around a good token', () => {
  test.each([
    ['a zero byte', '\0'],
    ['a line break', '\r\n'],
    ['a space', ' '],
    ['a letter of two bytes', 'é'],
    ['a wide letter', '\uff21'],
    ['a picture', '👩‍💻'],
    ['half a picture', '\ud83d'],
    ['a byte order mark', '\ufeff'],
    ['a percent sign', '%2e'],
    ['a comma', ','],
  ])('makes it none: %s', async (_, text) => {
    const token = await signer.sign(makeClaims());
    const [header, payload, signature] = token.split('.');
    for (const changed of [
      text + token,
      token + text,
      `${header}${text}.${payload}.${signature}`,
      `${header}.${text}${payload}.${signature}`,
      `${header}.${payload}.${text}${signature}`,
    ]) {
      expect(await verify(app, changed)).toMatchObject({ reason: 'invalidToken' });
    }
  });

  test('makes it none however long it is', async () => {
    const token = await signer.sign(makeClaims());
    for (const length of [8_192, 100_000, 2_000_000]) {
      expect(await verify(app, token + 'A'.repeat(length))).toMatchObject({ why: 'too long' });
    }
  });
});

describe('the claims of a good token', () => {
  test('are those of its user', async () => {
    const claims = makeClaims({ sub: 'user-7' });
    const verified = await verify(app, await signer.sign(claims));
    expect(verified).toEqual({
      ok: true,
      value: {
        uid: 'user-7',
        email: 'ada@example.com',
        isEmailVerified: true,
        displayName: 'Ada Lovelace',
        photoURL: 'https://lh3.googleusercontent.com/a/ada',
        provider: 'google.com',
        authTimeSeconds: claims.auth_time,
        issuedAtSeconds: claims.iat,
        expiresAtSeconds: claims.exp,
      },
    });
  });

  test('leave out what has another type than it should', async () => {
    const odd = { email: 7, email_verified: 'true', name: ['Ada'], picture: null };
    const verified = await verify(app, await signer.sign(makeClaims(odd)));
    expect(verified).toMatchObject({
      ok: true,
      value: { email: null, isEmailVerified: false, displayName: null, photoURL: null },
    });
  });

  test('say nothing about the provider where the token says nothing', async () => {
    const verified = await verify(app, await signer.sign(makeClaims({ firebase: undefined })));
    expect(verified).toMatchObject({ ok: true, value: { provider: 'unknown' } });
  });
});

describe('a token that was verified before', () => {
  const start = 1_800_000_000_000;

  const verifyThrice = async (isolate: VerifyToken, token: string, now: () => number) => {
    for (let time = 0; time < 3; time += 1)
      expect(await isolate(app, token, now)).toMatchObject({ ok: true });
  };

  test('is known again until it expires, and then judged like any other', async () => {
    const server = openKeyServer();
    await server.publish([signer]);
    const isolate = createTokenVerifier(server.fetchKeys);
    const token = await signer.sign(makeClaims({}, start));
    const outcome = async (afterSeconds: number) =>
      (await isolate(app, token, () => start + afterSeconds * 1_000)).ok;
    for (const after of [0, 1, 2, 3_589]) expect(await outcome(after)).toBe(true);
    expect(await outcome(3_650)).toBe(true);
    expect(await outcome(3_651)).toBe(false);
  });

  test('is refused as soon as its key has left the set', async () => {
    const server = openKeyServer();
    const next = await createSigner('key-next');
    await server.publish([signer], 300);
    const isolate = createTokenVerifier(server.fetchKeys);
    const token = await signer.sign(makeClaims({}, start));
    const fresh = await next.sign(makeClaims({}, start));
    await verifyThrice(isolate, token, () => start);
    await server.publish([next], 300);
    expect(await isolate(app, fresh, () => start + 1_000)).toMatchObject({ ok: true });
    expect(await isolate(app, token, () => start + 2_000)).toMatchObject({ why: 'unknown key' });
  });

  test('is refused when its id stands for another key now', async () => {
    const server = openKeyServer();
    const namesake = await createSigner(signer.kid);
    await server.publish([signer], 300);
    const isolate = createTokenVerifier(server.fetchKeys);
    const token = await signer.sign(makeClaims({}, start));
    await verifyThrice(isolate, token, () => start);
    await server.publish([namesake], 300);
    expect(await isolate(app, token, () => start + 301_000)).toMatchObject({ ok: true });
    await expect
      .poll(async () => isolate(app, token, () => start + 302_000))
      .toMatchObject({ why: 'signature' });
  });

  test('stays good when the same key is fetched again', async () => {
    const server = openKeyServer();
    await server.publish([signer], 300);
    const isolate = createTokenVerifier(server.fetchKeys);
    const token = await signer.sign(makeClaims({}, start));
    for (const seconds of [0, 301, 602, 903]) {
      expect(await isolate(app, token, () => start + seconds * 1_000)).toMatchObject({ ok: true });
    }
  });

  test('means nothing for another project', async () => {
    const token = await signer.sign(makeClaims());
    await verifyThrice(verify, token, Date.now);
    const other = { ...app, config: { ...app.config, FIREBASE_PROJECT_ID: 'demo-other' } };
    expect(await verify(other, token)).toMatchObject({ why: 'issuer' });
  });
});

describe('a good token with one thing changed', () => {
  /** All texts that differ from the token in one character: changed, left out or put in. */
  function* mutate(token: string) {
    for (let at = 0; at <= token.length; at += 1) {
      const [before, character, after] = [token.slice(0, at), token[at], token.slice(at + 1)];
      const index = ALPHABET.indexOf(character ?? '');
      const others = [1, 2, 4, 16].map((step) => ALPHABET[(index + step) % 64] ?? '');
      for (const other of character === undefined ? [] : [...others, '+', '/', '=', '.', '', ' ']) {
        yield `${before}${other}${after}`;
      }
      for (const extra of ['A', '=', '.', '\n', '%']) yield `${before}${extra}${token.slice(at)}`;
    }
  }

  test('is never accepted, whatever character it is', async () => {
    const token = await signer.sign(makeClaims());
    for (let time = 0; time < 3; time += 1)
      expect(await verify(app, token)).toMatchObject({ ok: true });
    let count = 0;
    const accepted: string[] = [];
    for (const mutant of mutate(token)) {
      if (mutant === token) continue;
      count += 1;
      if ((await verify(app, mutant)).ok) accepted.push(mutant);
    }
    expect(count).toBeGreaterThan(5_964);
    expect(accepted).toEqual([]);
    expect(await verify(app, token)).toMatchObject({ ok: true });
  });

  test('is never accepted for any text in any place', async () => {
    const token = await signer.sign(makeClaims());
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length }),
        fc.nat({ max: 8 }),
        fc.oneof(fc.base64String({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 })),
        async (at, removed, text) => {
          const mutant = `${token.slice(0, at)}${text}${token.slice(at + removed)}`;
          fc.pre(mutant !== token);
          return !(await verify(app, mutant)).ok;
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('is never accepted with other claims under its signature', async () => {
    const token = await signer.sign(makeClaims());
    const [header, , signature] = token.split('.');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (over) => {
        const [, payload] = (await signer.sign({ ...makeClaims(), ...over, note: 1 })).split('.');
        return !(await verify(app, `${header}.${payload}.${signature}`)).ok;
      }),
      { numRuns: 200 },
    );
  });

  test('is judged without failing, whatever text it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        return !(await verify(app, text)).ok;
      }),
      { numRuns: 500 },
    );
  });
});

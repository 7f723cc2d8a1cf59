import { describe, expect, test } from 'vitest';

import { requireConfig } from '#app/platform/config.ts';
import { createSeal } from '#app/platform/seal.server.ts';
import { createSigner } from '#app/platform/signer.server.ts';

const key = (id: string) => `${id}:${Buffer.from(id.padEnd(32, '.')).toString('base64')}`;
const ring = (...ids: string[]) => requireConfig({ SEAL_KEYS: ids.map(key).join(',') }).SEAL_KEYS;

const place = { table: 'secrets', row: 'r1', column: 'value' };

describe('a sealed value', () => {
  const seal = createSeal(ring('a'));

  test('opens at its place, and shows nothing of what it holds', async () => {
    for (const text of ['hunter2', '', 'ключ 🔑', 'x'.repeat(10_000)]) {
      const blob = await seal.seal(text, place);
      expect(blob).toMatch(/^s1\.a\.[A-Za-z0-9_-]+$/);
      expect(await seal.open(blob, place)).toEqual({ ok: true, value: text });
    }
  });

  test('is different each time', async () => {
    const blobs = await Promise.all(Array.from({ length: 20 }, () => seal.seal('same', place)));
    expect(new Set(blobs).size).toBe(20);
  });

  test('does not open anywhere else', async () => {
    const blob = await seal.seal('hunter2', place);
    for (const moved of [{ row: 'r2' }, { column: 'other' }, { table: 'keys' }]) {
      expect(await seal.open(blob, { ...place, ...moved })).toEqual({
        ok: false,
        reason: 'broken',
      });
    }
  });

  test('no place can be written like another', async () => {
    const sly = { table: 'secrets|r1', row: 'value', column: 'x' };
    await expect(seal.seal('hunter2', sly)).rejects.toThrow('without |');
  });

  test('does not open when any character of it was changed', async () => {
    const blob = await seal.seal('hunter2', place);
    const opened: boolean[] = [];
    // The last character may carry bits that belong to no byte.
    for (let at = 0; at < blob.length - 1; at += 1) {
      const other = blob[at] === 'A' ? 'B' : 'A';
      const altered = blob.slice(0, at) + other + blob.slice(at + 1);
      opened.push((await seal.open(altered, place)).ok);
    }
    expect(opened).not.toContain(true);
  });

  test('does not open when it is cut or no blob at all', async () => {
    const blob = await seal.seal('hunter2', place);
    for (const broken of [
      '',
      's1',
      's1.a.',
      's2.a.AAAA',
      blob.slice(0, -8),
      `${blob}.x`,
      's1.a.%',
    ]) {
      expect((await seal.open(broken, place)).ok).toBe(false);
    }
  });
});

describe('a key ring', () => {
  test('opens what an older key sealed, and says that it is due', async () => {
    const old = await createSeal(ring('a')).seal('hunter2', place);
    const rotated = createSeal(ring('b', 'a'));
    expect(await rotated.open(old, place)).toEqual({ ok: true, value: 'hunter2' });
    expect(rotated.needsRewrap(old)).toBe(true);
    const fresh = await rotated.seal('hunter2', place);
    expect(rotated.needsRewrap(fresh)).toBe(false);
    expect(fresh).toMatch(/^s1\.b\./);
  });

  test('without the key of a blob cannot open it', async () => {
    const old = await createSeal(ring('a')).seal('hunter2', place);
    expect(await createSeal(ring('b')).open(old, place)).toEqual({
      ok: false,
      reason: 'unknownKey',
    });
  });

  test('does not take another key under the same id', async () => {
    const blob = await createSeal(ring('a')).seal('hunter2', place);
    const other = requireConfig({
      SEAL_KEYS: `a:${Buffer.from('z'.repeat(32)).toString('base64')}`,
    });
    expect((await createSeal(other.SEAL_KEYS).open(blob, place)).ok).toBe(false);
  });
});

describe('a signature', () => {
  test('is the same each time, and of one label only', async () => {
    const signer = createSigner(ring('a'), 'guest-cookie');
    const signature = await signer.sign('guest');
    expect(signature).toBe(await signer.sign('guest'));
    expect(signature).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await signer.verify('guest', signature)).toBe(true);
    expect(await signer.verify('guest2', signature)).toBe(false);
    expect(await createSigner(ring('a'), 'draft-token').verify('guest', signature)).toBe(false);
  });

  test('holds after a rotation, until its key leaves the ring', async () => {
    const signature = await createSigner(ring('a'), 'x').sign('guest');
    expect(await createSigner(ring('b', 'a'), 'x').verify('guest', signature)).toBe(true);
    expect(await createSigner(ring('b'), 'x').verify('guest', signature)).toBe(false);
  });

  test('has one spelling', async () => {
    const signer = createSigner(ring('a'), 'x');
    const signature = await signer.sign('guest');
    const standard = signature.replaceAll('-', '+').replaceAll('_', '/');
    for (const text of [
      '',
      `${signature}=`,
      `${signature} `,
      signature.slice(0, -1),
      '!'.repeat(43),
    ]) {
      expect(await signer.verify('guest', text)).toBe(false);
    }
    expect(await signer.verify('guest', standard)).toBe(standard === signature);
  });
});

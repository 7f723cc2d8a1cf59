import { describe, expect, test } from 'vitest';

import type { ClientLink } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { CallLink } from '#app/sandbox/call-link.server.ts';

function linkTo(changes: Partial<ClientLink>): CallLink {
  const { signal } = new AbortController();
  const refuse = async () => ({ ok: false, reason: 'refused', message: 'none' }) as const;
  return new CallLink(refuse, { ...QUIET_CLIENT, signal, ...changes });
}

describe('output of one call to its client', () => {
  test('is limited to a thousand notifications, of any kind', async () => {
    let heard = 0;
    const hear = async () => void (heard += 1);
    const link = linkTo({ log: hear, progress: hear, updated: hear });
    for (let count = 0; count < 600; count += 1) {
      await link.log('info', 'a word');
      await link.progress(count);
      await link.updated('test://clock');
    }
    expect(heard).toBe(1_000);
  });

  test('is limited to 64 KiB each, and a mebibyte in all', async () => {
    let heard = 0;
    const link = linkTo({ log: async (_, message) => void (heard += message.length) });
    await link.log('info', 'x'.repeat(70_000));
    await link.log('info', '', { text: 'x'.repeat(70_000) });
    expect(heard).toBe(0);
    for (let count = 0; count < 100; count += 1) await link.log('info', 'x'.repeat(60_000));
    expect(heard).toBe(17 * 60_000);
  });

  test('is unchanged within those limits', async () => {
    const heard: unknown[] = [];
    const link = linkTo({
      log: async (...words) => void heard.push(words),
      progress: async (...words) => void heard.push(words),
    });
    await link.log('info', 'a word', { a: 1 });
    await link.progress(1, 2, 'half');
    expect(heard).toEqual([
      ['info', 'a word', { a: 1 }],
      [1, 2, 'half'],
    ]);
  });
});

test('a question that is too long fails in the tool that asks it', async () => {
  const asked: string[] = [];
  const link = linkTo({
    elicit: async (message) => (asked.push(message), null),
    sample: async (prompt) => (asked.push(prompt), null),
  });
  const long = 'x'.repeat(70_000);
  expect(() => link.elicit(long, {})).toThrow('must not be longer than 65536 characters');
  expect(() => link.sample(long, 10)).toThrow('must not be longer than 65536 characters');
  expect(await link.elicit('Which?', {})).toBeNull();
  expect(asked).toEqual(['Which?']);
});

import { env, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';

import { countsOfGuest, toDay } from '#app/chat/turns/turn-budget.ts';
import { TurnCredit } from '#app/chat/turns/turn-credit.server.ts';
import {
  countTurnsLeft,
  giveTurnBack,
  sweepTurns,
  takeTurn,
} from '#app/chat/turns/turn-store.server.ts';

import { breakBinding } from '../setup/broken-binding.workerd.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

test('of turns that are taken at the same time not one more is given than there are', async () => {
  const counts = [{ who: 'account:many', limit: 5 }];
  const taken = await Promise.all(Array.from({ length: 12 }, () => takeTurn(env.DB, counts, 1)));
  expect(taken.filter((full) => full === null)).toHaveLength(5);
  expect(await countTurnsLeft(env.DB, counts, 1)).toBe(0);
  expect(await countTurnsLeft(env.DB, counts, 2)).toBe(5);
});

test('a guest with a new cookie has no new turns once the address has had its own', async () => {
  let had = 0;
  for (let guest = 0; guest < 6; guest += 1) {
    const counts = countsOfGuest(`guest ${guest}`, 'one address');
    for (let turn = 0; turn < 8; turn += 1) {
      if ((await takeTurn(env.DB, counts, 3)) === null) had += 1;
    }
  }
  expect(had).toBe(24);
  // What the address refused was not taken off the guest's own count.
  const [own] = countsOfGuest('guest 5', 'one address');
  expect(await countTurnsLeft(env.DB, own ? [own] : [], 3)).toBe(8);
});

test('a turn is taken in one call of the database, granted or refused', async () => {
  let calls = 0;
  const counted = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          calls += 1;
          return target.batch(statements);
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const counts = [
    { who: 'account:one', limit: 3 },
    { who: 'address:one', limit: 1 },
  ];
  expect(await takeTurn(counted, counts, 1)).toBeNull();
  expect(await takeTurn(counted, counts, 1)).toEqual({ who: 'address:one', limit: 1, used: 1 });
  expect(calls).toBe(2);
  const [own] = counts;
  expect(await countTurnsLeft(env.DB, own ? [own] : [], 1)).toBe(2);
});

test('a turn that is refused makes no row, and another day has its own', async () => {
  const address = { who: 'address:full', limit: 1 };
  await takeTurn(env.DB, [address], 2);
  const guest = { who: 'guest:new', limit: 8 };
  expect(await takeTurn(env.DB, [guest, address], 2)).toMatchObject(address);
  const rows = env.DB.prepare("select count(*) as n from turn_counts where who = 'guest:new'");
  expect(await rows.first('n')).toBe(0);
  expect(await takeTurn(env.DB, [guest, address], 3)).toBeNull();
});

test('what is given back can be had again, and never more than was taken', async () => {
  const counts = [{ who: 'account:back', limit: 1 }];
  await takeTurn(env.DB, counts, 4);
  await giveTurnBack(env.DB, counts, 4);
  await giveTurnBack(env.DB, counts, 4);
  expect(await countTurnsLeft(env.DB, counts, 4)).toBe(1);
  await sweepTurns(env.DB, 6);
  const rows = await env.DB.prepare('select count(*) as n from turn_counts').first('n');
  expect(rows).toBe(0);
});

test('a chat gives back the turn that failed in vain, once, and keeps every other', async () => {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName('credit'));
  const counts = [{ who: 'account:credit', limit: 2 }];
  const { day, endsAt } = toDay(NOON);
  expect(endsAt).toBe(Date.UTC(2026, 10, 23));
  const left = () => countTurnsLeft(env.DB, counts, day);
  await runInDurableObject(stub, async (_instance, { storage }) => {
    const credit = new TurnCredit(storage, env.DB);
    expect(await credit.take('t1', counts, NOON)).toMatchObject({ ok: true });
    await credit.settle('another', true);
    expect(await left()).toBe(1);
    // Even an object that started anew knows what its lost turn took.
    await new TurnCredit(storage, env.DB).settle('t1', true);
    await credit.settle('t1', true);
    expect(await left()).toBe(2);
    await credit.take('t2', counts, NOON);
    await credit.settle('t2', false);
    await credit.take('t3', counts, NOON);
    const refused = await credit.take('t4', counts, NOON);
    const spent = { reason: 'turnsSpent', limit: 2, used: 2, resetsAt: endsAt, isGuest: false };
    expect(refused).toEqual({ ok: false, ...spent });
    // A database that is away when the turn ends breaks nothing.
    await new TurnCredit(storage, breakBinding(env.DB)).settle('t3', true);
    expect(await left()).toBe(0);
  });
});

test('of two turns that are taken at once each gives back its own, and no other', async () => {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName('credit at once'));
  const counts = [{ who: 'account:at-once', limit: 3 }];
  const left = () => countTurnsLeft(env.DB, counts, toDay(NOON).day);
  await runInDurableObject(stub, async (_instance, { storage }) => {
    const credit = new TurnCredit(storage, env.DB);
    await Promise.all(['t1', 't2'].map((turn) => credit.take(turn, counts, NOON)));
    expect(await left()).toBe(1);
    await credit.settle('t1', true);
    expect(await left()).toBe(2);
    await credit.settle('t2', true);
    expect(await left()).toBe(3);
  });
});

test('a storage that has no room to note a turn takes none off the day', async () => {
  const stub = env.DRAFTS.get(env.DRAFTS.idFromName('credit full'));
  const counts = [{ who: 'account:full', limit: 3 }];
  await runInDurableObject(stub, async (_instance, { storage }) => {
    const kv = new Proxy(storage.kv, {
      get: (target, name) => {
        if (name !== 'put') return Reflect.get(target, name).bind(target);
        return () => {
          throw new Error('database or disk is full: SQLITE_FULL');
        };
      },
    });
    const full = new Proxy(storage, {
      get: (target, name) => (name === 'kv' ? kv : Reflect.get(target, name)),
    });
    const taken = await new TurnCredit(full, env.DB).take('t1', counts, NOON);
    expect(taken).toEqual({ ok: false, reason: 'storageFull' });
    expect(await countTurnsLeft(env.DB, counts, toDay(NOON).day)).toBe(3);
  });
});

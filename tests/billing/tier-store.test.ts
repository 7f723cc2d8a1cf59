import { describe, expect, test } from 'vitest';

import { createTierStore, type TierState } from '#app/billing/tier-store.ts';

const FREE = { tier: 'free', hasActiveSubscription: false, gates: 'free', isChecking: false };
const PRO: TierState = {
  tier: 'pro',
  hasActiveSubscription: true,
  gates: 'pro',
  isChecking: false,
};
const TEAM: TierState = { ...PRO, tier: 'team', gates: 'team' };

/** A store whose answers the test gives, in any order. */
function openStore() {
  const asked: PromiseWithResolvers<TierState>[] = [];
  const signals: AbortSignal[] = [];
  const store = createTierStore((signal) => {
    const answer = Promise.withResolvers<TierState>();
    asked.push(answer);
    signals.push(signal);
    return answer.promise;
  });
  const answer = (at: number) => {
    const found = asked[at];
    if (!found) throw new Error(`there is no question ${at}`);
    return found;
  };
  return { store, asked, signals, answer };
}

describe('the tier in the browser', () => {
  test('is free before anybody asked, and for nobody without asking', async () => {
    const { store, asked } = openStore();
    expect(store.get()).toEqual(FREE);
    await store.follow(null);
    expect(store.get()).toEqual(FREE);
    expect(asked).toEqual([]);
  });

  test('is no longer asked for once its user is gone', async () => {
    const { store, signals } = openStore();
    void store.follow({ uid: 'ada' });
    await store.follow(null);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('is free until the answer comes', async () => {
    const { store, answer } = openStore();
    let changes = 0;
    store.subscribe(() => (changes += 1));
    const followed = store.follow({ uid: 'ada' });
    expect(store.get()).toEqual({ ...FREE, isChecking: true });
    answer(0).resolve(PRO);
    await followed;
    expect(store.get()).toEqual(PRO);
    expect(changes).toBe(2);
  });

  test('is free after any failure', async () => {
    const { store, answer } = openStore();
    const first = store.follow({ uid: 'ada' });
    answer(0).resolve(PRO);
    await first;
    const second = store.follow({ uid: 'ada' });
    expect(store.get()).toEqual(PRO);
    answer(1).reject(new Error('503'));
    await second;
    expect(store.get()).toEqual(FREE);
  });

  test('is free at once when the user signs out or another one comes', async () => {
    const { store, answer } = openStore();
    const first = store.follow({ uid: 'ada' });
    answer(0).resolve(PRO);
    await first;
    const second = store.follow({ uid: 'grace' });
    expect(store.get()).toEqual({ ...FREE, isChecking: true });
    await store.follow(null);
    expect(store.get()).toEqual(FREE);
    answer(1).resolve(TEAM);
    await second;
    expect(store.get()).toEqual(FREE);
  });

  test('drops an answer that comes late, for another user', async () => {
    const { store, answer } = openStore();
    const first = store.follow({ uid: 'ada' });
    const second = store.follow({ uid: 'grace' });
    answer(1).resolve(TEAM);
    await second;
    answer(0).resolve(PRO);
    await first;
    expect(store.get()).toEqual(TEAM);
  });

  test('drops a failure that comes late', async () => {
    const { store, answer } = openStore();
    const first = store.follow({ uid: 'ada' });
    const second = store.follow({ uid: 'ada' });
    answer(1).resolve(PRO);
    await second;
    answer(0).reject(new Error('time-out'));
    await first;
    expect(store.get()).toEqual(PRO);
  });
});

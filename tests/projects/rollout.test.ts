import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chooseVersion, makeNameFor } from '#app/projects/endpoint/choose-version.ts';
import {
  EndpointState,
  reduceEndpoint,
  viewEndpoint,
  type EndpointEvent,
} from '#app/projects/endpoint/endpoint-state.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { randomId } from '#app/platform/ids.ts';

const OWNED = { project: 'p', account: 'a' };
const USAGE = { candidate: { calls: 60, errors: 14 }, stable: { calls: 580, errors: 3 } };

const toPublication = (version: number) => ({
  version,
  blueprint: `b${version}`,
  artifact: `a${version}`,
});
const publish = (version: number, isPromotion = false): EndpointEvent => ({
  kind: 'publish',
  ...OWNED,
  publication: toPublication(version),
  isPromotion,
});
const offer = (version: number, share = 10, promoteAfter: number | null = null): EndpointEvent => ({
  kind: 'offer',
  ...OWNED,
  publication: toPublication(version),
  share,
  promoteAfter,
});
const judge = (version: number, countedFrom: number, verdict: 'promote' | 'takeBack') =>
  ({ kind: 'judge', ...OWNED, version, countedFrom, verdict }) satisfies EndpointEvent;

/** The state after events at 1, 2, … of which none is refused. */
function after(...events: EndpointEvent[]): EndpointState {
  return events.reduce<EndpointState>(
    (state, event, index) => {
      const next = reduceEndpoint(state, event, index + 1, USAGE);
      if (!next.ok) throw new Error(next.reason);
      return next.value;
    },
    { kind: 'empty' },
  );
}

const views = (...events: EndpointEvent[]) => viewEndpoint(after(...events));

test('an upgrade is refused where a later version is served, and a rollback by hand is none', () => {
  const upgrade = (version: number) => ({ ...publish(version), isUpgrade: true });
  const served = after(publish(3));
  expect(reduceEndpoint(served, upgrade(2), 2)).toMatchObject({ reason: 'laterServed' });
  expect(reduceEndpoint(served, upgrade(4), 2)).toMatchObject({ ok: true });
  expect(reduceEndpoint(served, publish(2), 2)).toMatchObject({ ok: true });
});

describe('a rollout', () => {
  test('leaves the published version to the others', () => {
    const { published, rollout, history, publication } = views(publish(1), offer(2, 10, 100));
    expect(published).toMatchObject({ version: 1 });
    expect(rollout).toMatchObject({ version: 2, at: 2, share: 10, promoteAfter: 100 });
    expect(history.map(({ version, share }) => [version, share])).toEqual([
      [2, 10],
      [1, undefined],
    ]);
    expect(publication).toBe(2);
  });

  test('needs a version for the others, which is not the same one', () => {
    expect(reduceEndpoint({ kind: 'empty' }, offer(1), 1)).toMatchObject({
      reason: 'nothingServed',
    });
    expect(reduceEndpoint(after(publish(1)), offer(1), 2)).toMatchObject({ reason: 'servedToAll' });
  });

  test('is promoted by publishing its version, taken back by the one before, replaced by others', () => {
    for (const [version, outcome, isListedAgain] of [
      [2, 'promoted', false],
      [1, 'takenBack', false],
      [3, 'replaced', true],
    ] as const) {
      const { published, rollout, history } = views(publish(1), offer(2), publish(version));
      expect([published?.version, rollout]).toEqual([version, null]);
      const entry = history.find((each) => each.version === 2);
      const stableVersion = 1;
      expect(entry?.end).toEqual({ outcome, isAutomatic: false, at: 3, stableVersion, ...USAGE });
      expect(history).toHaveLength(isListedAgain ? 3 : 2);
    }
  });

  test('ends as it was judged, with what was counted, and only once', () => {
    const taken = after(publish(1), offer(2), judge(2, 2, 'takeBack'));
    const { published, rollout, history } = viewEndpoint(taken);
    expect([published?.version, rollout]).toEqual([1, null]);
    expect(history[0]?.end).toMatchObject({ outcome: 'takenBack', isAutomatic: true, ...USAGE });
    const again = reduceEndpoint(taken, judge(2, 2, 'takeBack'), 9, USAGE);
    expect(again).toEqual({ ok: true, value: taken });
    const promoted = views(publish(1), offer(2), judge(2, 2, 'promote'));
    expect(promoted.published).toMatchObject({ version: 2, at: 3 });
  });

  test('that began anew is not ended by a verdict about the one before', () => {
    const anew = after(publish(1), offer(2), publish(1), offer(2));
    expect(reduceEndpoint(anew, judge(2, 2, 'takeBack'), 9)).toEqual({ ok: true, value: anew });
    const shared = after(publish(1), offer(2), offer(2, 50));
    expect(reduceEndpoint(shared, judge(2, 2, 'promote'), 9)).toEqual({ ok: true, value: shared });
    expect(viewEndpoint(shared).history[0]).toMatchObject({ version: 2, share: 50, at: 2 });
  });

  test('that was taken back meanwhile is not promoted by a late click', () => {
    const taken = after(publish(1), offer(2), judge(2, 2, 'takeBack'));
    expect(reduceEndpoint(taken, publish(2, true), 9)).toMatchObject({ reason: 'noRollout' });
    const promoted = after(publish(1), offer(2), judge(2, 2, 'promote'));
    expect(reduceEndpoint(promoted, publish(2, true), 9)).toEqual({ ok: true, value: promoted });
  });

  test('ends when the endpoint goes offline', () => {
    const { published, rollout, history } = views(publish(1), offer(2), {
      kind: 'unpublish',
      ...OWNED,
    });
    expect([published, rollout, history[0]?.end?.outcome]).toEqual([null, null, 'offline']);
  });

  test('of any history: each has one entry, all but the running one have ended, and states are stored whole', () => {
    const version = fc.integer({ min: 1, max: 3 });
    const event = fc.oneof(
      fc.tuple(version, fc.boolean()).map(([number, isPromotion]) => publish(number, isPromotion)),
      fc
        .tuple(version, fc.constantFrom(10, 50), fc.constantFrom(null, 20))
        .map(([number, share, promoteAfter]) => offer(number, share, promoteAfter)),
      fc
        .tuple(version, fc.nat(40), fc.constantFrom('promote' as const, 'takeBack' as const))
        .map(([number, from, verdict]) => judge(number, from, verdict)),
      fc
        .constantFrom('unpublish' as const, 'close' as const, 'open' as const)
        .map((kind): EndpointEvent => ({ kind, ...OWNED })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state: EndpointState = { kind: 'empty' };
        for (const [index, each] of events.entries()) {
          const next = reduceEndpoint(state, each, index, USAGE);
          if (!next.ok) continue;
          expect(reduceEndpoint(next.value, each, index, USAGE)).toEqual(next);
          const { published, rollout, history, publication } = viewEndpoint(next.value);
          const rise = publication - viewEndpoint(state).publication;
          expect(rise).toBe(whatIsServed(next.value) === whatIsServed(state) ? 0 : 1);
          expect(rollout === null || published !== null).toBe(true);
          expect(rollout?.version).not.toBe(published?.version ?? null);
          const open = history.filter(({ share, end }) => share !== undefined && !end);
          expect(open.map(({ version: number, at }) => [number, at])).toEqual(
            rollout === null ? [] : [[rollout.version, rollout.at]],
          );
          expect(EndpointState.safeParse(next.value).data).toEqual(next.value);
          state = next.value;
        }
      }),
    );
  });
});

function whatIsServed(state: EndpointState): string {
  const { published, rollout } = viewEndpoint(state);
  const offered = rollout && [rollout.version, rollout.at, rollout.share, rollout.promoteAfter];
  return JSON.stringify([published?.version, offered, state.kind === 'live' && state.isClosed]);
}

describe('the version of a caller', () => {
  const toLease = (share: number, seed = '2 1'): EndpointLease => ({
    ...OWNED,
    ...toPublication(1),
    publication: 1,
    visibility: 'public',
    rollout: { ...toPublication(2), share, seed },
  });
  const callers = Array.from({ length: 10_000 }, () => randomId());
  const countNew = (lease: EndpointLease, some = callers) =>
    some.filter((who) => chooseVersion(lease, who).version === 2).length;

  test('is the new one for the share that was asked for, by ids and by addresses', () => {
    const addresses = callers.map((_, index) => `10.0.${index >> 8}.${index & 255}`);
    for (const share of [1, 10, 50]) {
      for (const some of [callers, addresses]) {
        const counted = countNew(toLease(share), some);
        // Five standard deviations.
        const apart = 5 * Math.sqrt(10_000 * (share / 100) * (1 - share / 100));
        expect(Math.abs(counted - share * 100)).toBeLessThan(apart);
      }
    }
  });

  test('stays the new one while the share grows, and another rollout begins with others', () => {
    const isNew = (lease: EndpointLease, who: string) => chooseVersion(lease, who).version === 2;
    const early = callers.filter((who) => isNew(toLease(10), who));
    expect(early.every((who) => isNew(toLease(50), who))).toBe(true);
    const again = early.filter((who) => isNew(toLease(10, '3 7'), who));
    expect(again.length).toBeLessThan(early.length / 4);
  });

  test('is kept by the session that they open', () => {
    for (const share of [1, 99]) {
      for (const who of callers.slice(0, 50)) {
        const chosen = chooseVersion(toLease(share), who);
        const session = makeNameFor(chosen, randomId);
        expect(chooseVersion(toLease(share), session).version).toBe(chosen.version);
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  EndpointState,
  reduceEndpoint,
  viewEndpoint,
  type EndpointEvent,
} from '#app/projects/endpoint/endpoint-state.ts';

const OWNED = { project: 'p', account: 'a' };
const DAY_MS = 24 * 60 * 60 * 1_000;

function publish(version: number): EndpointEvent {
  const publication = { version, blueprint: `b${version}`, artifact: `a${version}` };
  return { kind: 'publish', ...OWNED, publication };
}

/** The state after events, of which none is refused. */
function after(...events: EndpointEvent[]): EndpointState {
  return events.reduce<EndpointState>(
    (state, event, index) => {
      const next = reduceEndpoint(state, event, index + 1);
      if (!next.ok) throw new Error(next.reason);
      return next.value;
    },
    { kind: 'empty' },
  );
}

const served = (state: EndpointState) => viewEndpoint(state).published?.version ?? null;

describe('an endpoint', () => {
  test('serves what is published, and remembers what it served before', () => {
    const view = viewEndpoint(after(publish(1), publish(3)));
    expect(view.published).toEqual({ version: 3, blueprint: 'b3', artifact: 'a3', at: 2 });
    expect(view.history.map(({ version }) => version)).toEqual([3, 1]);
    expect(view.publication).toBe(2);
  });

  test('is rolled back by publishing an earlier version again', () => {
    const view = viewEndpoint(after(publish(1), publish(2), publish(1)));
    expect(view.published).toMatchObject({ version: 1, at: 3 });
    expect(view.history.map(({ version }) => version)).toEqual([1, 2, 1]);
  });

  test('does not change by what it is already', () => {
    const state = after(publish(1), { kind: 'show', ...OWNED, visibility: 'keys' });
    for (const event of [
      publish(1),
      { kind: 'show', ...OWNED, visibility: 'keys' },
      { kind: 'open', ...OWNED },
    ] satisfies EndpointEvent[]) {
      expect(reduceEndpoint(state, event, 9)).toEqual({ ok: true, value: state });
    }
    const offline = after(publish(1), { kind: 'unpublish', ...OWNED });
    expect(served(offline)).toBeNull();
    const again = reduceEndpoint(offline, { kind: 'unpublish', ...OWNED }, 9);
    expect(again).toEqual({ ok: true, value: offline });
  });

  test('may be shown before anything is published', () => {
    const view = viewEndpoint(after({ kind: 'show', ...OWNED, visibility: 'public' }, publish(1)));
    expect(view).toMatchObject({ visibility: 'public', published: { version: 1 } });
  });

  test('forgets the oldest of more than fifty publications', () => {
    const all = Array.from({ length: 60 }, (_, index) => publish(index + 1));
    const { history } = viewEndpoint(after(...all));
    expect(history).toHaveLength(50);
    expect(history.at(-1)?.version).toBe(11);
  });

  test('belongs to the account that it began with', () => {
    const foreign = { ...publish(2), account: 'other' };
    expect(reduceEndpoint(after(publish(1)), foreign, 9)).toMatchObject({ reason: 'unknown' });
  });

  test('of a deleted project changes no more, until the deletion is taken back', () => {
    const closed = after(publish(1), { kind: 'close', ...OWNED });
    for (const event of [publish(2), { kind: 'unpublish' as const, ...OWNED }]) {
      expect(reduceEndpoint(closed, event, 9)).toMatchObject({ reason: 'closed' });
    }
    const opened = reduceEndpoint(closed, { kind: 'open', ...OWNED }, 9);
    expect(opened.ok && opened.value).toMatchObject({ isClosed: false, publication: 3 });
  });

  test('that is removed refuses everything for a day, and is forgotten then', () => {
    const removed = after(publish(1), { kind: 'remove', ...OWNED });
    expect(viewEndpoint(removed)).toMatchObject({ published: null, history: [] });
    expect(reduceEndpoint(removed, publish(2), 9)).toMatchObject({ reason: 'unknown' });
    const twice = reduceEndpoint(removed, { kind: 'remove', ...OWNED }, 9);
    expect(twice).toEqual({ ok: true, value: removed });
    const later = reduceEndpoint(removed, publish(2), 9 + DAY_MS);
    expect(later.ok && served(later.value)).toBe(2);
  });

  test('of any history rises its number when, and only when, something else is served', () => {
    const event = fc.oneof(
      fc.integer({ min: 1, max: 3 }).map(publish),
      fc
        .constantFrom('private' as const, 'keys' as const, 'public' as const)
        .map((visibility): EndpointEvent => ({ kind: 'show', ...OWNED, visibility })),
      fc
        .constantFrom('unpublish' as const, 'close' as const, 'open' as const)
        .map((kind): EndpointEvent => ({ kind, ...OWNED })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state: EndpointState = { kind: 'empty' };
        for (const [index, each] of events.entries()) {
          const next = reduceEndpoint(state, each, index);
          if (!next.ok) continue;
          const rise = viewEndpoint(next.value).publication - viewEndpoint(state).publication;
          expect(rise).toBe(whatIsServed(next.value) === whatIsServed(state) ? 0 : 1);
          expect(EndpointState.safeParse(next.value).data).toEqual(next.value);
          state = next.value;
        }
      }),
    );
  });
});

function whatIsServed(state: EndpointState): string {
  const { visibility, published } = viewEndpoint(state);
  const isClosed = state.kind === 'live' && state.isClosed;
  return JSON.stringify([visibility, published?.version, isClosed]);
}

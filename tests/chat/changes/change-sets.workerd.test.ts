import { expect, test } from 'vitest';

import type { ChangeSetView, HeldItem } from '#app/builder/change-set/change-set.ts';
import { ChangeSets, type Execution } from '#app/chat/changes/change-sets.server.ts';
import { MessageStore } from '#app/chat/message-store.server.ts';
import { fail, succeed } from '#app/platform/result.ts';

import { inRoom } from '../../setup/open-room.workerd.ts';

const ITEM: HeldItem = { id: '', risks: ['Sends requests to a.b.'], parts: [], more: 0, units: [] };
type Apply = Execution<{ reason: string }>['apply'];
/** Carries out edits only; none of the items is a call. */
const carryOut = (apply: Apply): Execution<{ reason: string }> => ({
  apply,
  call: () => Promise.reject(new Error('There is no call to make.')),
});
const approvalOf = ({ hash }: ChangeSetView) => ({ hash, approve: ['1'] });

/** The change sets of an object that begins anew over the same storage. */
function open(storage: DurableObjectStorage): ChangeSets {
  const messages = new MessageStore(storage);
  messages.create();
  return new ChangeSets(storage, messages);
}

test('the oldest of too many open change sets is outdated', () =>
  inRoom(async (storage) => {
    const sets = open(storage);
    const made: ChangeSetView[] = [];
    for (let count = 0; count < 25; count += 1) made.push(await sets.propose('a', [ITEM]));
    const decided = await Promise.all(
      made.map((view) =>
        sets.decide(
          view.id,
          approvalOf(view),
          carryOut(async () => succeed([])),
        ),
      ),
    );
    expect(decided.map(({ ok }) => ok)).toEqual(made.map((_, index) => index >= 5));
  }));

test('an approval that the object did not survive can be given again', () =>
  inRoom(async (storage) => {
    const sets = open(storage);
    const view = await sets.propose('a', [ITEM]);
    const hanging = new Promise<never>(() => {});
    void sets.decide(
      view.id,
      approvalOf(view),
      carryOut(() => hanging),
    );
    const twice = await sets.decide(
      view.id,
      approvalOf(view),
      carryOut(async () => succeed([])),
    );
    expect(twice).toMatchObject({ ok: false, reason: 'changesClosed' });
    const after = open(storage);
    const again = await after.decide(
      view.id,
      approvalOf(view),
      carryOut(async () => succeed([])),
    );
    expect(again).toMatchObject({ ok: true, value: { state: 'approved' } });
  }));

test('a restore during an approval leaves nothing open', () =>
  inRoom(async (storage) => {
    const sets = open(storage);
    const view = await sets.propose('a', [ITEM]);
    const conflict = { reason: 'conflict', revision: 1 } as const;
    const decided = await sets.decide(
      view.id,
      approvalOf(view),
      carryOut(async () => {
        sets.outdateAll();
        return fail(conflict);
      }),
    );
    expect(decided).toMatchObject({ ok: false, reason: 'conflict' });
    const again = await sets.decide(
      view.id,
      approvalOf(view),
      carryOut(async () => succeed([])),
    );
    expect(again).toMatchObject({ ok: false, reason: 'changesClosed' });
  }));

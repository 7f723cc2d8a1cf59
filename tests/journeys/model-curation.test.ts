import { afterAll, beforeAll, expect, test } from 'vitest';

import { CURATED, CURATION, NOTES_HOST, SUPPORT } from '../requests/recordings/curation.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { replayConversation } from '../setup/replay-conversation.ts';
import { openServedDraft } from '../setup/served-draft.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

/** A person's patience, whatever the model does. */
const MOST_REQUESTS = 12;

test('452 operations become ten described tools, one of code and one that is approved', async () => {
  const replay = await replayConversation(worker.url, CURATION);
  expect(replay.requests.length).toBeLessThanOrEqual(MOST_REQUESTS);

  const before = await openServedDraft(worker.url, replay);
  expect(before.names).toEqual(CURATED.filter((name) => name !== 'add_note').toSorted());
  expect(before.blueprint).not.toContain(NOTES_HOST);
  await before.close();
  expect(replay.waiting.map(({ items }) => items.length)).toEqual([1]);
  await replay.approve();

  const served = await openServedDraft(worker.url, replay);
  expect(served.names).toEqual(CURATED.toSorted());
  expect(served.hosts).toContain(NOTES_HOST);
  expect(served.fails).toEqual([]);
  for (const [name, description] of Object.entries(SUPPORT)) {
    expect(served.tools.find((each) => each.name === name)).toMatchObject({ description });
  }
  const calls = {
    GetCharges: { customer: 'cus_1', limit: 3 },
    GetCustomersCustomer: { customer: 'cus_1' },
    customer_overview: { customer: 'cus_1' },
    add_note: { body: { customer: 'cus_1', text: 'Paid twice; one is refunded.' } },
  };
  for (const [name, args] of Object.entries(calls)) {
    const result = await served.call(name, args);
    expect(result, name).toMatchObject({ isError: false });
  }
  expect((await served.call('customer_overview', calls.customer_overview)).text).toContain('paid');
  const endless = await served.call('GetCharges', { limit: 1_000 });
  expect(endless).toMatchObject({ isError: true, text: expect.stringContaining('limit') });
  await served.close();
});

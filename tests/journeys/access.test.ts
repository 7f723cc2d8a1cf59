import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  makeGuestsDraft,
  makeUsersDraft,
  type CalledDraft,
  type DraftCaller,
} from '../access/draft-callers.ts';
import {
  ACCESS,
  DRAFT_ROUTES,
  PAGE,
  toRequest,
  VISIBILITIES,
  type KnownDraft,
} from '../access/draft-routes.ts';
import { CALLERS, OTHER_ROUTES, type Caller } from '../access/other-routes.ts';
import { openPeople, type People, type Person } from '../access/people.ts';
import { readOutcome, readPageOutcome } from '../access/read-outcome.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';

let worker: BuiltWorker;
let people: People;
beforeAll(async () => {
  worker = await startBuiltWorker();
  people = await openPeople(worker);
});
afterAll(() => worker.close());

const DRAFTS = { user: makeUsersDraft, guest: makeGuestsDraft };
const CASES = VISIBILITIES.flatMap((visibility) => [
  { visibility, maker: 'user' as const },
  { visibility, maker: 'guest' as const },
]);

/** A draft that was never made, for what is said about it. */
const toNothing = (draft: KnownDraft): KnownDraft => ({ ...draft, id: '0'.repeat(22) });

function ask(person: Person, route: string, draft: KnownDraft) {
  const { path, init } = toRequest({ route }, draft);
  return person.fetch(path, init);
}

describe.each(CASES)('the $visibility draft of a $maker', ({ visibility, maker }) => {
  let called: CalledDraft;
  beforeAll(async () => {
    called = await DRAFTS[maker](people, visibility);
  });
  const wantedOf = (access: keyof typeof ACCESS, { roleAt }: DraftCaller) =>
    ACCESS[access][roleAt(access)][visibility === 'private' ? 0 : 1];

  test.each(DRAFT_ROUTES)('$route', async (row) => {
    const { draft, owner, callers } = called;
    const unknown = await ask(people.nobody(), 'GET /api/drafts/:id', toNothing(draft));
    const told = await unknown.text();
    const seen: Record<string, string> = {};
    for (const { name, person } of callers) {
      if (row.isOfDeleted) await ask(owner, 'DELETE /api/chats/:id', draft);
      const { path, init } = toRequest(row, draft);
      seen[name] = await readOutcome(await person.fetch(path, init), row.gives, told);
      if (row.after !== undefined) await ask(owner, row.after, draft);
    }
    const wanted = callers.map((caller) => [caller.name, wantedOf(row.access, caller)]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  });

  test('its page', async () => {
    const { draft, callers } = called;
    const seen: Record<string, string> = {};
    for (const { name, person } of callers) {
      const nothing = await ask(person, PAGE, toNothing(draft));
      seen[name] = await readPageOutcome(await ask(person, PAGE, draft), draft, nothing);
    }
    const wanted = callers.map((caller) => [caller.name, wantedOf('page', caller)]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  });
});

describe('what belongs to no draft', () => {
  async function makeCaller(caller: Caller): Promise<Person> {
    switch (caller) {
      case 'session':
        return (await people.signIn()).browser;
      case 'idToken':
        return (await people.signIn()).byToken;
      case 'guest':
        return people.asGuest();
      case 'draftToken': {
        const { draft } = await makeGuestsDraft(people, 'private');
        return people.withBearer(draft.token);
      }
      case 'nobody':
        return people.nobody();
    }
  }

  test.each(OTHER_ROUTES)('$route', async (row) => {
    const [method = '', address = ''] = row.route.split(' ');
    const seen: Record<string, number> = {};
    for (const caller of CALLERS) {
      const person = await makeCaller(caller);
      const { status } = await person.fetch(row.path ?? address, {
        method: method === 'ALL' ? 'POST' : method,
        headers: { 'content-type': 'application/json' },
        ...(row.body === undefined ? {} : { body: JSON.stringify(row.body) }),
      });
      seen[caller] = status;
    }
    expect(seen).toEqual(row.gives);
  });
});

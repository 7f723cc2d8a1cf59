import { attach, messageWith } from '../setup/attach.ts';
import { DraftAnswer } from '../setup/make-draft.ts';
import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import type { ACCESS, KnownDraft, Role, Visibility } from './draft-routes.ts';
import type { People, Person } from './people.ts';

type Access = keyof typeof ACCESS;

/** Somebody who sends requests about a draft. */
export interface DraftCaller {
  name: string;
  person: Person;
  /** How they stand to it, where a request is of this kind. */
  roleAt: (access: Access) => Role;
}

/** A draft, everybody who may come to it, and its owner among them. */
export interface CalledDraft {
  draft: KnownDraft;
  owner: Person;
  callers: DraftCaller[];
}

const MadeDraft = DraftAnswer.pick({ id: true, token: true, secrets: true }).required();

const JSON_HEADERS = { 'content-type': 'application/json' };

function asBrowser(name: string, person: Person, role: Role): DraftCaller {
  return { name, person, roleAt: () => role };
}

/** Presents an ID token, which no MCP endpoint knows. */
function byIdToken(name: string, person: Person, role: Role): DraftCaller {
  return { name, person, roleAt: (access) => (access === 'endpoint' ? 'wrongToken' : role) };
}

/** Makes a draft whose chat has a message with a file, and shares it. */
async function makeDraft(owner: Person, visibility: Visibility): Promise<KnownDraft> {
  const made = await owner.fetch('/api/drafts', {
    method: 'POST',
    body: JSON.stringify(UPSTREAM_DOCUMENT),
  });
  const { id, token, secrets } = MadeDraft.parse(await made.json());
  const file = await attach(owner, id, 'a note', { name: 'note.txt', type: 'text/plain' });
  const said = await owner.fetch(`/api/chats/${id}/turns`, {
    method: 'POST',
    body: JSON.stringify(messageWith('which tools are there?', file)),
    headers: JSON_HEADERS,
  });
  await said.text();
  await owner.fetch(`/api/chats/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ visibility }),
    headers: JSON_HEADERS,
  });
  return { id, token, secret: secrets[0]?.name ?? '', file: file.url.split(':').at(-1) ?? '' };
}

/** Those who come to every draft. */
async function makeStrangers(people: People, draft: KnownDraft): Promise<DraftCaller[]> {
  const [other, guest] = [await people.signIn(), await people.asGuest()];
  const foreign = await makeDraft(await people.asGuest(), 'private');
  return [
    asBrowser('another user', other.browser, 'stranger'),
    byIdToken('another user by ID token', other.byToken, 'stranger'),
    asBrowser('another guest', guest, 'stranger'),
    asBrowser('who has the token', people.withBearer(draft.token), 'token'),
    asBrowser('who has another token', people.withBearer(foreign.token), 'wrongToken'),
    asBrowser('who made a token up', people.withBearer('mcpb_draft_nothing'), 'wrongToken'),
    asBrowser('who has the link', people.nobody(), 'stranger'),
  ];
}

/** The draft of a signed-in user. */
export async function makeUsersDraft(people: People, visibility: Visibility): Promise<CalledDraft> {
  const { uid, browser: stale } = await people.signIn();
  await people.makeStale(uid);
  const { browser, byToken } = await people.signIn(uid);
  const draft = await makeDraft(browser, visibility);
  const callers = [
    asBrowser('its owner', browser, 'owner'),
    byIdToken('its owner by ID token', byToken, 'owner'),
    asBrowser('its owner with a stale session', stale, 'stale'),
    ...(await makeStrangers(people, draft)),
  ];
  return { draft, owner: browser, callers };
}

/** The draft of a guest. */
export async function makeGuestsDraft(
  people: People,
  visibility: Visibility,
): Promise<CalledDraft> {
  const owner = await people.asGuest();
  const draft = await makeDraft(owner, visibility);
  const maker = asBrowser('the guest who made it', owner, 'owner');
  return { draft, owner, callers: [maker, ...(await makeStrangers(people, draft))] };
}

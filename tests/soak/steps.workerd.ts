import { document } from '../faults/deeds.workerd.ts';
import { upload } from '../setup/attach.ts';
import { Browser } from '../setup/browser.workerd.ts';
import { buyPlan, wavePlan } from './billing-steps.workerd.ts';
import { push } from './github-steps.workerd.ts';
import type { KnownServer, Person } from './person.workerd.ts';
import {
  callEndpoint,
  createKey,
  deleteProject,
  publish,
  revokeKey,
  saveProject,
  saveVersion,
  setProjectSecret,
  undeleteProject,
  unpublish,
} from './project-steps.workerd.ts';
import { word, type Step } from './step.workerd.ts';
import { holdTeam } from './team-steps.workerd.ts';

/** What a person says to the built-in builder; `%` is a word of its own. */
const SENTENCES = [
  'Add a tool that gets https://api.example.com/%/{id} and returns name and email',
  'GET https://upstream.example.net/v1/%',
  'curl -X POST https://api.example.com/%',
  'What can you do?',
  'Which tools write?',
  'Call the server "Server %"',
];

/** Longer than any turn of the built-in builder takes. */
const TURN_MS = 60_000;

function withServer(
  work: (person: Person, server: KnownServer) => Promise<void>,
): (person: Person) => Promise<boolean> {
  return async (person) => {
    const server = person.pickServer();
    if (server === null) return false;
    await work(person, server);
    await person.look(server);
    return true;
  };
}

const importDocument: Step = async (person) => {
  const body = JSON.stringify(document(`API ${word(person)}`));
  const headers = { 'idempotency-key': `${person.uid}-${word(person)}` };
  const send = () => person.browser.fetch('/api/drafts', { method: 'POST', body, headers });
  const { id }: { id: string } = JSON.parse((await person.ask(send)).text);
  await person.take(id);
  return true;
};

const say = withServer(async (person, server) => {
  await sendMessage(person, server, person.random.pick(SENTENCES).replaceAll('%', word(person)));
});

/** A secret that somebody writes into a message by mistake: it must be stored nowhere. */
const saySecret = withServer(async (person, server) => {
  const value = `ghp_${Array.from({ length: 36 }, () => person.random.below(36).toString(36)).join('')}`;
  person.secrets.push(value);
  await sendMessage(person, server, `My token is ${value}`);
});

/** Sends a message and waits until its turn has ended, which goes on where only its answer was lost. */
async function sendMessage(person: Person, server: KnownServer, text: string): Promise<void> {
  const id = person.nextMessage();
  const message = { id, role: 'user', parts: [{ type: 'text', text }] };
  const path = `/api/chats/${server.id}`;
  await person.ask(() => person.json('POST', `${path}/turns`, { message }), [409]);
  server.messages.add(id);
  const isEnded = await Promise.race([
    person.browser.fetch(`${path}/stream`).then((answer) => answer.text()),
    hasNoEnd(),
  ]);
  person.expect(isEnded !== null, 'a turn has no end');
}

async function hasNoEnd(): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  return null;
}

const edit = withServer(async (person, server) => {
  const title = `Title ${word(person)}`;
  const path = `/api/drafts/${server.id}`;
  const etag = (await person.browser.fetch(path)).headers.get('etag') ?? '';
  const change = { edits: [{ edit: 'setIdentity', title }] };
  // 412 says that it was done before: nobody else has changed it.
  await person.ask(() => person.json('PATCH', path, change, { 'if-match': etag }), [412]);
  const { draft } = await person.view(server);
  person.expect(draft.blueprint.identity.title === title, 'an edit was lost');
});

/** Shares a chat with who has its link or with everybody, or takes it back: then nobody else reads it any more. */
const share = withServer(async (person, server) => {
  const ways = ['unlisted', 'public'] as const;
  const visibility = server.isShared ? 'private' : person.random.pick(ways);
  const path = `/api/chats/${server.id}`;
  await person.ask(() => person.json('PATCH', path, { visibility }));
  server.isShared = visibility !== 'private';
  server.isPublic = visibility === 'public';
  const { status } = await new Browser().fetch(path);
  const isRight = server.isShared ? status === 200 : status === 404;
  person.expect(isRight, `a stranger is answered ${status} of what is ${visibility}`);
});

const fork: Step = async (person) => {
  const server = person.pickServer();
  if (server === null) return false;
  const path = `/api/chats/${server.id}/fork`;
  const { id }: { id: string } = JSON.parse(
    (await person.ask(() => person.json('POST', path, {}))).text,
  );
  const forked = await person.take(id);
  for (const message of server.messages) forked.messages.add(message);
  return true;
};

const undo = withServer(async (person, server) => {
  const point = person.random.pick(server.points);
  const path = `/api/chats/${server.id}/points/${point.number}/restore`;
  await person.ask(() => person.json('POST', path, {}));
  await person.look(server);
  person.expect(server.points.at(-1)?.blueprint === point.blueprint, 'a restore is not exact');
});

const remove: Step = async (person) => {
  const server = person.pickServer();
  if (server === null) return false;
  await person.ask(
    () => person.browser.fetch(`/api/chats/${server.id}`, { method: 'DELETE' }),
    [404],
  );
  server.isDeleted = true;
  return true;
};

const takeBack: Step = async (person) => {
  const server = person.servers.find(({ isDeleted }) => isDeleted);
  if (!server) return false;
  const path = `/api/chats/${server.id}/undelete`;
  await person.ask(() => person.browser.fetch(path, { method: 'POST' }), [404]);
  server.isDeleted = false;
  await person.look(server);
  return true;
};

const setSecret = withServer(async (person, server) => {
  const { draft } = await person.view(server);
  const [secret] = draft.secrets;
  if (!secret) return;
  const value = `value-${word(person)}-${word(person)}`;
  person.secrets.push(value);
  const path = `/api/drafts/${server.id}/secrets/${secret.name}`;
  await person.ask(() => person.json('PUT', path, { value }));
});

const attach = withServer(async (person, server) => {
  const text = `Opening hours of ${word(person)}`;
  await person.ask(() => upload(person.browser, server.id, text, { type: 'text/plain' }));
});

const report = withServer(async (person, server) => {
  await person.ask(() => person.browser.fetch(`/api/drafts/${server.id}/report`));
});

const signIn: Step = async (person) => {
  await person.signIn();
  return true;
};

const signOut: Step = async (person) => {
  if (!person.isSignedIn) return false;
  // The browser forgets its session whether the server could end it or not.
  await person.ask(() => person.browser.fetch('/api/session', { method: 'DELETE' }));
  person.isSignedIn = false;
  // Only who comes back finds what the account keeps.
  await person.signIn();
  return true;
};

/** What people do, and how often. */
export const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ['import', importDocument],
  ['say', say],
  ['say', say],
  ['say a secret', saySecret],
  ['edit', edit],
  ['edit', edit],
  ['share', share],
  ['fork', fork],
  ['undo', undo],
  ['delete', remove],
  ['take back', takeBack],
  ['set a secret', setSecret],
  ['attach', attach],
  ['report', report],
  ['save a project', saveProject],
  ['save a project', saveProject],
  ['save a version', saveVersion],
  ['save a version', saveVersion],
  ['publish', publish],
  ['publish', publish],
  ['publish', publish],
  ['take an endpoint offline', unpublish],
  ['set a secret of a project', setProjectSecret],
  ['create a key', createKey],
  ['create a key', createKey],
  ['revoke a key', revokeKey],
  ['call an endpoint', callEndpoint],
  ['call an endpoint', callEndpoint],
  ['call an endpoint', callEndpoint],
  ['delete a project', deleteProject],
  ['take a project back', undeleteProject],
  ['buy a plan', buyPlan],
  ['cancel a plan and take that back', wavePlan],
  ['push to GitHub', push],
  ['push to GitHub', push],
  ['hold a team', holdTeam],
  ['sign in', signIn],
  ['sign out', signOut],
];

import { env } from 'cloudflare:workers';
import { listDurableObjectIds, runDurableObjectAlarm } from 'cloudflare:test';

import type { ChatAnswer } from '#app/chat/chat-view.ts';

import { Browser } from '../setup/browser.workerd.ts';
import { sendMcp } from '../setup/drafts.ts';
import { checkProjects } from './check-projects.workerd.ts';
import type { KnownServer, Person } from './person.workerd.ts';

const seen = new Set<string>();

/** Lets the objects of a session do what they put off while a store was away. */
async function runAlarms(): Promise<void> {
  await runAlarmsOf(env.DRAFTS);
  await runAlarmsOf(env.PROJECTS);
}

async function runAlarmsOf<Class extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<Class>,
): Promise<void> {
  for (const id of await listDurableObjectIds(objects)) {
    if (seen.has(String(id))) continue;
    seen.add(String(id));
    await runDurableObjectAlarm(objects.get(id));
  }
}

/** Checks at the end of a session, with all stores well, that everything acknowledged is there. */
export async function checkSession(person: Person): Promise<void> {
  person.begin('is checked');
  await runAlarms();
  if (person.hasAccount) await person.browser.sync(await person.makeToken());
  for (const server of person.servers) {
    if (server.isDeleted) await checkDeleted(person, server);
    else await checkServer(person, server);
  }
  await checkList(person);
  await checkProjects(person);
}

async function checkDeleted(person: Person, { id }: KnownServer): Promise<void> {
  const { status } = await person.browser.fetch(`/api/chats/${id}`);
  person.expect(status === 404, `a deleted chat is answered ${status}`);
}

async function checkServer(person: Person, server: KnownServer): Promise<void> {
  const answer = await person.browser.fetch(`/api/chats/${server.id}`);
  person.expect(answer.status === 200, `an acknowledged server is answered ${answer.status}`);
  if (answer.status !== 200) return;
  const view: ChatAnswer = await answer.json();
  person.expect(view.access === 'own', 'its owner may only read it');
  person.expect(!view.isRunning, 'a turn has no end');
  checkMessages(person, server, view);
  await person.look(server);
  const blueprints = server.points.map(({ blueprint }) => `blueprints/${blueprint}.json`);
  const found = await Promise.all(blueprints.map((key) => env.BLOBS.head(key)));
  person.expect(!found.includes(null), 'a restore point has lost its content');
  const { status } = await sendMcp(view.draft.endpoint, 'tools/list', {}, view.draft.token);
  person.expect(status === 200, `its endpoint answers ${status}`);
  await checkStranger(person, server);
}

function checkMessages(person: Person, server: KnownServer, { messages }: ChatAnswer): void {
  const questions = messages.filter(({ role }) => role === 'user').map(({ id }) => id);
  for (const id of server.messages) {
    const times = questions.filter((each) => each === id).length;
    person.expect(times === 1, `a message is there ${times} times`);
  }
  person.expect(
    messages.length === 2 * questions.length,
    `${questions.length} messages have ${messages.length - questions.length} answers`,
  );
  const open = messages.filter(({ metadata }) => metadata?.status === 'running');
  person.expect(open.length === 0, 'an answer is still being given');
}

/** A stranger reads nothing that was said in private, and changes nothing at all. */
async function checkStranger(person: Person, server: KnownServer): Promise<void> {
  const stranger = new Browser();
  const path = `/api/chats/${server.id}`;
  const answer = await stranger.fetch(path);
  const text = await answer.text();
  const messages = answer.status === 200 ? (JSON.parse(text) as ChatAnswer).messages : [];
  if (!server.isShared) person.expect(messages.length === 0, 'a stranger reads a private chat');
  for (const secret of person.secrets) {
    person.expect(!text.includes(secret), 'a stranger reads a secret');
  }
  for (const init of [{ method: 'DELETE' }, { method: 'PATCH', body: '{"title":"Mine"}' }]) {
    const headers = { 'content-type': 'application/json' };
    const { status } = await stranger.fetch(path, { ...init, headers });
    person.expect([401, 403, 404].includes(status), `a stranger's ${init.method}: ${status}`);
  }
}

/** The list has each acknowledged server once, and nothing that was never acknowledged. */
async function checkList(person: Person): Promise<void> {
  const answer = await person.browser.fetch('/api/chats');
  const { chats }: { chats: { id: string }[] } = await answer.json();
  const listed = chats.map(({ id }) => id).toSorted();
  const known = person.servers
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id }) => id)
    .toSorted();
  const isSame = JSON.stringify(listed) === JSON.stringify(known);
  person.expect(isSame, `of ${known.length} servers ${listed.length} are listed`);
}

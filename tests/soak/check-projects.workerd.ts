import { env } from 'cloudflare:workers';

import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { Browser } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';
import type { KnownProject } from './known-project.workerd.ts';
import type { Person } from './person.workerd.ts';

/** Calls are written half a second after they were answered, and what failed with the next ones. */
const LOG_MS = 1_500;

/** Checks at the end of a session that projects, versions, keys and logs are as they were acknowledged. */
export async function checkProjects(person: Person): Promise<void> {
  if (person.projects.length === 0) return;
  for (const project of person.projects) {
    if (project.isDeleted) await checkGone(person, project);
    else await checkProject(person, project);
  }
  await checkProjectList(person);
  await checkKeys(person);
}

async function checkGone(person: Person, { id }: KnownProject): Promise<void> {
  const { status } = await person.browser.fetch(`/api/projects/${id}`);
  person.expect(status === 404, `a deleted project is answered ${status}`);
  // What was published is kept for a deletion that is undone; only a lease lets the gateway serve it.
  const leased = await toEndpointStub(env, id).lease();
  person.expect(!leased.ok, 'a deleted project is served');
}

async function checkProject(person: Person, project: KnownProject): Promise<void> {
  const path = `/api/projects/${project.id}`;
  const answer = await person.browser.fetch(`${path}/versions`);
  person.expect(answer.status === 200, `an acknowledged project is answered ${answer.status}`);
  if (answer.status !== 200) return;
  const { versions }: { versions: { message: string }[] } = await answer.json();
  const messages = versions.map(({ message }) => message).toReversed();
  const isSame = JSON.stringify(messages) === JSON.stringify(project.versions);
  person.expect(isSame, `versions are ${messages.join(', ')}, not ${project.versions.join(', ')}`);
  const { published } = await toEndpointStub(env, project.id).readEndpoint();
  const served = published?.version ?? null;
  person.expect(
    served === project.published,
    `version ${served} is served, not ${project.published}`,
  );
  await checkCalls(person, project);
  await checkStrangers(person, project);
}

/** What is published answers its owner's key, and each call is in the log once. */
async function checkCalls(person: Person, project: KnownProject): Promise<void> {
  const key = person.keys.find(({ isRevoked }) => !isRevoked);
  if (project.published !== null && key) {
    project.sent += 1;
    const { status, text } = await sendAs(project, key.token);
    const isAnswered = status === 200 && text.includes('"result"');
    person.expect(isAnswered, `its endpoint answers ${status}: ${text.slice(0, 200)}`);
    if (isAnswered) project.answered += 1;
  }
  if (project.sent === 0) return;
  await new Promise((resolve) => setTimeout(resolve, LOG_MS));
  const answer = await person.browser.fetch(`/api/projects/${project.id}/calls`);
  const { kept }: { kept: number } = await answer.json();
  const isRight = kept >= project.answered && kept <= project.sent;
  person.expect(isRight, `${kept} calls are logged: ${project.answered} to ${project.sent}`);
  const used = await person.browser.fetch(`/api/projects/${project.id}/usage`);
  const { hours }: { hours: { calls: number }[] } = await used.json();
  const counted = hours.reduce((sum, { calls }) => sum + calls, 0);
  person.expect(counted === kept, `${counted} calls are counted, and ${kept} logged`);
}

async function checkStrangers(person: Person, project: KnownProject): Promise<void> {
  const { status } = await new Browser().fetch(`/api/projects/${project.id}`);
  person.expect([401, 404].includes(status), `a stranger's project: ${status}`);
  const isServed = project.published !== null;
  const revoked = person.keys.find(({ isRevoked }) => isRevoked);
  for (const token of [null, ...(revoked ? [revoked.token] : [])]) {
    const answer = await sendAs(project, token);
    // A lease may let a revoked key through for half a minute.
    const isRefused = [401, 403, 404].includes(answer.status);
    const mayPass = token !== null && isServed;
    person.expect(isRefused || mayPass, `a call without a key: ${answer.status}`);
    if (answer.status === 200) project.sent += 1;
  }
}

async function sendAs(project: KnownProject, token: string | null) {
  const { method, headers, body } = modernRequest('tools/call', { name: 'page', arguments: {} });
  const sent = new Headers(headers);
  if (token !== null) sent.set('authorization', `Bearer ${token}`);
  sent.set('cf-connecting-ip', new Browser().address);
  const answer = await new Browser().fetch(project.endpoint, { method, headers: sent, body });
  return { status: answer.status, text: await answer.text() };
}

/** The list has each acknowledged project once, and nothing else. */
async function checkProjectList(person: Person): Promise<void> {
  const answer = await person.browser.fetch('/api/projects');
  const { projects }: { projects: { id: string; title: string }[] } = await answer.json();
  const listed = projects.map(({ id }) => id).toSorted();
  const known = person.projects
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id }) => id)
    .toSorted();
  const isSame = JSON.stringify(listed) === JSON.stringify(known);
  const titles = projects.map(({ title }) => title).join(', ');
  person.expect(isSame, `of ${known.length} projects ${listed.length} are listed: ${titles}`);
}

async function checkKeys(person: Person): Promise<void> {
  const answer = await person.browser.fetch('/api/keys');
  const { keys }: { keys: { id: string; revokedAt: number | null }[] } = await answer.json();
  for (const { id, isRevoked } of person.keys) {
    const found = keys.filter((each) => each.id === id);
    const isRight = found.length === 1 && (found[0]?.revokedAt !== null) === isRevoked;
    person.expect(isRight || (isRevoked && found.length === 0), 'a key is not as acknowledged');
  }
}

import type { DraftView } from '#app/drafts/draft.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { modernRequest } from '../setup/modern-request.ts';
import type { KnownProject } from './known-project.workerd.ts';
import type { Answer, KnownServer, Person } from './person.workerd.ts';
import { word, type Step } from './step.workerd.ts';

/** What a hosted call is told where something goes wrong: by the gateway, or as an error of the protocol. */
const CALL_FAULTS = [200, 500, 502, 503, 504];

function withProject(
  work: (person: Person, project: KnownProject) => Promise<boolean | void>,
): Step {
  return async (person) => {
    const project = person.pickProject();
    return project !== null && (await work(person, project)) !== false;
  };
}

function readDraftOf(person: Person, { id }: KnownServer): Promise<DraftView> {
  return person.browser.fetch(`/api/drafts/${id}`).then((answer) => answer.json());
}

/** A server of a document is saved, which takes an account. */
export const saveProject: Step = async (person) => {
  const server = person.pickServer();
  const isSaved = person.projects.some((each) => each.server === server);
  if (server === null || isSaved || person.projects.length >= (person.hasPlan ? 20 : 3)) {
    return false;
  }
  if (!person.isSignedIn) await person.signIn();
  await person.claim();
  const { revision, blueprint } = await readDraftOf(person, server);
  if (!('tools' in blueprint) || revision === 0) return false;
  const message = `First ${word(person)}`;
  const body = { draft: server.id, revision, title: `Project ${word(person)}`, message };
  // As the page does it, so that one whose answer was lost is not made twice.
  const headers = { 'idempotency-key': word(person) };
  const answer = await person.ask(() => person.json('POST', '/api/projects', body, headers));
  const { id, slug, endpoint }: ProjectView = JSON.parse(answer.text);
  if (!id) return false;
  person.projects.push({
    id,
    slug,
    endpoint,
    server,
    versions: [message],
    published: null,
    isDeleted: false,
    sent: 0,
    answered: 0,
    repository: null,
    pushed: [],
  });
  return true;
};

export const saveVersion = withProject(async (person, project) => {
  if (project.server.isDeleted) return false;
  const { revision } = await readDraftOf(person, project.server);
  const edits = [{ edit: 'setIdentity', title: `Title ${word(person)}` }];
  const headers = { 'if-match': `"${revision}"` };
  const path = `/api/drafts/${project.server.id}`;
  await person.ask(() => person.json('PATCH', path, { edits }, headers), [412]);
  await person.look(project.server);
  const changed = await readDraftOf(person, project.server);
  const message = `Next ${word(person)}`;
  const base = project.versions.length;
  const body = { draft: project.server.id, revision: changed.revision, base, message };
  await person.ask(() => person.json('POST', `/api/projects/${project.id}/versions`, body));
  project.versions.push(message);
  return true;
});

/** Publishes a version, or rolls back to an earlier one. */
export const publish = withProject(async (person, project) => {
  const others = person.projects.filter((each) => each !== project && each.published !== null);
  // The free plan has room for one private endpoint.
  if (others.length > 0 && !person.hasPlan) return false;
  const version = 1 + person.random.below(project.versions.length);
  const path = `/api/projects/${project.id}/publication`;
  await person.ask(() => person.json('POST', path, { version }));
  project.published = version;
  return true;
});

export const unpublish = withProject(async (person, project) => {
  const path = `/api/projects/${project.id}/publication`;
  await person.ask(() => person.browser.fetch(path, { method: 'DELETE' }));
  project.published = null;
  return true;
});

/** What was typed is stored sealed, and nowhere else. */
export const setProjectSecret = withProject(async (person, project) => {
  const path = `/api/projects/${project.id}/secrets`;
  const list = await person.browser.fetch(`${path}?environment=live`);
  if (!list.ok) return false;
  const { secrets }: { secrets: { name: string }[] } = await list.json();
  const [secret] = secrets;
  if (!secret) return false;
  const value = `value-${word(person)}-${word(person)}`;
  person.secrets.push(value);
  await person.ask(() => person.json('PUT', `${path}/live/${secret.name}`, { value }));
  return true;
});

export const createKey: Step = async (person) => {
  if (!person.isSignedIn || person.keys.length > 4) return false;
  const body = { name: `Key ${word(person)}`, projects: 'all' };
  const { text } = await person.ask(() => person.json('POST', '/api/keys', body));
  const { key, token }: { key: { id: string }; token: string } = JSON.parse(text);
  person.secrets.push(token);
  person.keys.push({ id: key.id, token, isRevoked: false });
  return true;
};

export const revokeKey: Step = async (person) => {
  const key = person.keys.find(({ isRevoked }) => !isRevoked);
  if (!key || person.keys.length < 2) return false;
  await person.ask(() => person.browser.fetch(`/api/keys/${key.id}`, { method: 'DELETE' }), [404]);
  key.isRevoked = true;
  return true;
};

/** An MCP client calls what is published, several times. */
export const callEndpoint = withProject(async (person, project) => {
  const key = person.keys.find(({ isRevoked }) => !isRevoked);
  if (!key || project.published === null) return false;
  for (let call = 0; call < 3; call += 1) {
    const isFault = ({ status }: Answer) => CALL_FAULTS.includes(status);
    const answer = await person.ask(() => sendCall(person, project, key.token), [], isFault);
    if (answer.text.includes('"result"')) project.answered += 1;
  }
  return true;
});

function sendCall(person: Person, project: KnownProject, token: string): Promise<Response> {
  project.sent += 1;
  const { method, headers, body } = modernRequest('tools/call', { name: 'page', arguments: {} });
  const sent = new Headers(headers);
  sent.set('authorization', `Bearer ${token}`);
  sent.set('cf-connecting-ip', person.browser.address);
  return person.fetchAsProgram(project.endpoint, { method, headers: sent, body });
}

export const deleteProject = withProject(async (person, project) => {
  const confirm = project.published === null ? {} : { confirm: project.slug };
  const path = `/api/projects/${project.id}`;
  await person.ask(() => person.json('DELETE', path, confirm), [404]);
  project.isDeleted = true;
  return true;
});

export const undeleteProject: Step = async (person) => {
  const project = person.projects.find(({ isDeleted }) => isDeleted);
  if (!project) return false;
  const path = `/api/projects/${project.id}/undelete`;
  await person.ask(() => person.browser.fetch(path, { method: 'POST' }));
  project.isDeleted = false;
  return true;
};

import * as z from 'zod';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { DraftAnswer } from '../setup/make-draft.ts';
import type { People, Person } from './people.ts';
import { SAVED_TEST } from './project-routes.ts';
import type { EndpointRole, KnownProject, ProjectRole } from './project-routes.ts';

/** Somebody who sends requests about a project. */
export interface ProjectCaller {
  name: string;
  person: Person;
  role: ProjectRole;
  atEndpoint: EndpointRole;
}

/** A project, everybody who may come to it, and its owner among them. */
export interface CalledProject {
  project: KnownProject;
  owner: Person;
  callers: ProjectCaller[];
}

const MadeDraft = DraftAnswer.pick({
  id: true,
  token: true,
  secrets: true,
  revision: true,
}).required();
const MadeProject = z.object({ id: z.string(), slug: z.string() });
const MadeKey = z.object({ token: z.string(), key: z.object({ id: z.string() }) });

/** Sends a JSON body; throws where the answer is not as it should be. */
async function post<Body>(
  person: Person,
  path: string,
  body: unknown,
  schema: z.ZodType<Body>,
): Promise<Body> {
  const answer = await person.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** Makes an API key of the account. */
export function makeKey(person: Person): Promise<z.infer<typeof MadeKey>> {
  return post(person, '/api/keys', { name: 'Test', projects: 'all' }, MadeKey);
}

/** The published project of a signed-in user. */
export async function makeProject(people: People): Promise<CalledProject> {
  const { uid, browser: stale } = await people.signIn();
  await people.makeStale(uid);
  const { browser, byToken } = await people.signIn(uid);
  const draft = await post(browser, '/api/drafts', UPSTREAM_DOCUMENT, MadeDraft);
  const saved = { draft: draft.id, revision: draft.revision, title: 'Upstream' };
  const made = await post(browser, '/api/projects', saved, MadeProject);
  await post(browser, `/api/projects/${made.id}/publication`, { version: 1 }, z.unknown());
  const tests = `/api/projects/${made.id}/tests`;
  const test = await post(browser, tests, SAVED_TEST, z.object({ id: z.string() }));
  const { token } = await makeKey(browser);
  const other = await people.signIn();
  const { token: foreign } = await makeKey(other.browser);
  const asCaller = (
    name: string,
    person: Person,
    role: ProjectRole,
    atEndpoint: EndpointRole = 'visitor',
  ): ProjectCaller => ({ name, person, role, atEndpoint });
  const project = { ...made, draft, secret: draft.secrets[0]?.name ?? '', test: test.id, key: '' };
  const callers = [
    asCaller('its owner', browser, 'owner'),
    asCaller('its owner by ID token', byToken, 'owner', 'wrongToken'),
    asCaller('its owner with a stale session', stale, 'stale'),
    asCaller('another user', other.browser, 'otherUser'),
    asCaller('another user by ID token', other.byToken, 'otherUser', 'wrongToken'),
    asCaller('who has a key of it', people.withBearer(token), 'nobody', 'key'),
    asCaller(
      'who has a key of another account',
      people.withBearer(foreign),
      'nobody',
      'wrongToken',
    ),
    asCaller(
      'who has the token of its draft',
      people.withBearer(draft.token),
      'nobody',
      'wrongToken',
    ),
    asCaller('who made a key up', people.withBearer('mcpb_live_nothing'), 'nobody', 'wrongToken'),
    asCaller('a guest', await people.asGuest(), 'nobody'),
    asCaller('nobody', people.nobody(), 'nobody'),
  ];
  return { project, owner: browser, callers };
}

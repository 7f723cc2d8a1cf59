import * as z from 'zod';

import { GithubControl } from '../fakes/github/github-control.ts';
import type { KnownProject } from './known-project.workerd.ts';
import type { Person } from './person.workerd.ts';
import type { Step } from './step.workerd.ts';

/** The world of which the configuration of the soak has the app. */
const github = new GithubControl('emulator_soak');

const MANIFEST = '.mcp-builder/manifest.json';
const Manifest = z.looseObject({ version: z.number() });

/** Connects GitHub, links a project with a repository, and pushes its latest version. */
export const push: Step = async (person) => {
  const project = person.pickProject();
  if (project === null || !person.isSignedIn) return false;
  const name = project.repository ?? (await link(person, project));
  if (name === null) return false;
  const version = project.versions.length;
  const path = `/api/projects/${project.id}/github/pushes`;
  await person.ask(() => person.json('POST', path, { version }));
  project.pushed.push(version);
  const { files } = await github.files({ name });
  const content = files[MANIFEST]?.content ?? '';
  const held = content === '' ? null : Manifest.parse(JSON.parse(atob(content))).version;
  person.expect(held === version, `the repository holds version ${held} instead of ${version}`);
  return true;
};

async function link(person: Person, project: KnownProject): Promise<string | null> {
  if (!(await connect(person))) return null;
  const name = `soak-${project.id.toLowerCase()}`;
  await github.addRepository({ name });
  const body = { owner: 'octo-dev', name };
  await person.ask(() => person.json('PUT', `/api/projects/${project.id}/github`, body));
  project.repository = name;
  return name;
}

/** A sign-in whose answer was lost is begun anew, as people do. */
async function connect(person: Person): Promise<boolean> {
  if (person.hasGithub) return true;
  const begun = await person.ask(() =>
    person.json('POST', '/api/github/connection', { returnTo: '/github' }),
  );
  const { url }: { url: string } = JSON.parse(begun.text);
  const back = new URL(await github.authorize(url));
  const answer = await person.browser.fetch(back.pathname + back.search);
  person.hasGithub = answer.headers.get('location') === '/github';
  person.expect(person.hasGithub, `GitHub was not connected: ${answer.status}`);
  return person.hasGithub;
}

import { expect } from 'vitest';

import { fromBase64 } from '#app/platform/text/encoding.ts';

import type { openGithubSite, GithubUser } from '../github-user.workerd.ts';
import { PushedProject } from '../pushed-project.workerd.ts';
import { defineFlow, readTold, type AnyFlow } from './fault-flow.workerd.ts';

type Site = ReturnType<typeof openGithubSite>;

let repositories = 0;

/** A project that is linked to a new repository for each flow. */
export class FaultyProject {
  private constructor(
    readonly site: Site,
    readonly user: GithubUser,
    readonly pushed: PushedProject,
  ) {}

  static async open(site: Site, user: GithubUser): Promise<FaultyProject> {
    return new FaultyProject(site, user, await PushedProject.make(user));
  }

  /** Links the project to a new repository; answers its name and the last commit of its branch. */
  async link(): Promise<{ name: string; head: string | null }> {
    const name = await this.addRepository();
    const { headSha: head } = await this.pushed.link(name);
    return { name, head };
  }

  async addRepository(): Promise<string> {
    repositories += 1;
    const name = `faulty-${repositories}`;
    await this.site.control.addRepository({ name, files: { 'own.md': 'Mine\n' } });
    return name;
  }

  get path(): string {
    return `/api/projects/${this.pushed.id}/github`;
  }

  /** The version that a branch says that it has, and its own file; a branch without us has no version. */
  async held(name: string, ref = 'main'): Promise<{ version: number | null; own: boolean }> {
    const { files } = await this.site.control.files({ name, ref });
    const content = files['.mcp-builder/manifest.json']?.content ?? '';
    const text = new TextDecoder().decode(fromBase64(content) ?? new Uint8Array());
    const version = text === '' ? null : (JSON.parse(text).version as number);
    return { version, own: files['own.md'] !== undefined };
  }

  async lastPush() {
    return (await this.pushed.read()).pushes[0];
  }
}

/** What pushes a version: as a commit, with a pull request, and over edits that were made meanwhile. */
export function pushFlows(open: () => FaultyProject): AnyFlow[] {
  const user = () => open().user;
  const hold = async ({ name, before }: { name: string; before: number | null }) => {
    const faulty = open();
    const { version, own } = await faulty.held(name);
    expect(own).toBe(true);
    expect([before, 1]).toContain(version);
    const push = await faulty.lastPush();
    expect(['failed', 'pushed', 'open']).toContain(push?.state);
  };
  return [
    defineFlow({
      name: 'compare a version with the repository',
      user,
      async start() {
        const { pushed } = open();
        const { name } = await open().link();
        await pushed.push(1);
        await open().site.control.commit({ name, files: { 'README.md': '# Edited\n' } });
      },
      run: async () =>
        readTold(await user().post(`${open().path}/pushes?preview=1`, { version: 1 })),
      done: async (_, { body }) => {
        expect(body).toMatchObject({
          way: 'pull',
          ahead: 1,
          edits: [{ path: 'README.md', edit: 'changed', before: '# Edited\n' }],
        });
      },
    }),
    defineFlow({
      name: 'push a version as a commit',
      user,
      start: async () => ({ ...(await open().link()), before: null, key: crypto.randomUUID() }),
      run: async ({ head, key }) =>
        readTold(await open().pushed.tryPush(1, { way: 'commit', head }, key)),
      hold,
      done: async ({ name, head }, { body }) => {
        expect(body).toMatchObject({ state: 'pushed', failure: null });
        expect(await open().held(name)).toEqual({ version: 1, own: true });
        const { link } = await open().pushed.read();
        const { commit } = await open().site.control.files({ name });
        expect(link).toMatchObject({ pushedVersion: 1, pushedSha: commit, headSha: commit });
        expect(await listCommits(open(), name)).toEqual([commit, head]);
      },
    }),
    defineFlow({
      name: 'push a version with a pull request',
      user,
      start: async () => ({ ...(await open().link()), before: null, key: crypto.randomUUID() }),
      run: async ({ head, key }) =>
        readTold(await open().pushed.tryPush(1, { way: 'pull', head }, key)),
      async hold({ name }) {
        expect(await open().held(name)).toEqual({ version: null, own: true });
      },
      async done({ name, head }, { body }) {
        expect(body).toMatchObject({ state: 'open', failure: null, pull: 1 });
        const { branch, commitSha } = body as { branch: string; commitSha: string };
        expect(await open().held(name, branch)).toEqual({ version: 1, own: true });
        expect(await listCommits(open(), name, branch)).toEqual([commitSha, head]);
        expect(await open().held(name)).toEqual({ version: null, own: true });
      },
    }),
    defineFlow({
      name: 'push a version over edits',
      user,
      async start() {
        const { pushed, site } = open();
        const { name } = await open().link();
        await pushed.push(1);
        const head = await site.control.commit({ name, files: { 'package.json': null } });
        const replace = [{ path: 'package.json', sha: null }];
        return {
          name,
          before: 1,
          over: { way: 'commit', head, replace },
          key: crypto.randomUUID(),
        };
      },
      run: async ({ over, key }) => readTold(await open().pushed.tryPush(1, over, key)),
      hold,
      async done({ name, over }, { body }) {
        expect(body).toMatchObject({ state: 'pushed', failure: null });
        const { files, commit } = await open().site.control.files({ name });
        expect(files['package.json']).toBeDefined();
        expect(files['own.md']).toBeDefined();
        expect((await listCommits(open(), name)).slice(0, 2)).toEqual([commit, over.head]);
      },
    }),
  ];
}

/** The commits of a branch, the last one first. */
async function listCommits(
  { user }: FaultyProject,
  name: string,
  branch = 'main',
): Promise<string[]> {
  const issued = await user.control.token();
  const headers = { authorization: `token ${issued.access_token}`, 'user-agent': 'test' };
  const url = `https://api.github.com/repos/octo-dev/${name}/commits?sha=${encodeURIComponent(branch)}`;
  const answer = await fetch(url, { headers });
  return (await answer.json<{ sha: string }[]>()).map(({ sha }) => sha);
}

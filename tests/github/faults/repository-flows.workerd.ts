import { expect } from 'vitest';

import type { openGithubSite, GithubUser } from '../github-user.workerd.ts';
import { defineFlow, readTold, type AnyFlow } from './fault-flow.workerd.ts';
import type { FaultyProject } from './push-flows.workerd.ts';

type Site = ReturnType<typeof openGithubSite>;

const SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'sample', version: '1.0.0' });
server.tool('look_up', 'Looks a word up', async () => ({ content: [] }));
`;

let names = 0;

/** What is done with repositories: listing, creating, linking, reading and importing them. */
export function repositoryFlows(
  site: Site,
  user: () => GithubUser,
  project: () => FaultyProject,
): AnyFlow[] {
  const nothing = async () => ({});
  return [
    defineFlow({
      name: 'list repositories',
      user,
      start: nothing,
      run: async () => readTold(await user().fetch('/api/github/repositories?fresh=1')),
      done: async (_, { body }) => {
        const { repositories } = body as { repositories: { name: string }[] };
        expect(repositories.map(({ name }) => name)).toContain('weather-mcp');
      },
    }),
    defineFlow({
      name: 'create a repository',
      user,
      async start() {
        names += 1;
        return { name: `created-${names}` };
      },
      run: async ({ name }) =>
        readTold(
          await user().post('/api/github/repositories', {
            owner: 'octo-dev',
            name,
            description: '',
            isPrivate: true,
            license: null,
            defaultBranch: 'trunk',
          }),
        ),
      hold: async ({ name }) => {
        const answer = await user().fetch(
          `/api/github/repositories/availability?owner=octo-dev&name=${name}`,
        );
        expect(await answer.json()).toMatchObject({ state: 'free' });
      },
      done: async ({ name }, { body }) => {
        const { repository, undone } = body as {
          repository: { defaultBranch: string };
          undone: string | null;
        };
        expect(repository).toMatchObject({ name, owner: 'octo-dev', isPrivate: true });
        expect(repository.defaultBranch).toBe(undone === null ? 'trunk' : 'main');
      },
      // Only the answer is lost, and the repository is found; its branch may keep its first name.
      survives: [[/^POST \/user\/repos/, ['lost_after']], [/\/rename/]],
    }),
    defineFlow({
      name: 'link a repository',
      user,
      start: async () => ({ name: await project().addRepository() }),
      run: async ({ name }) => {
        const init = {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ owner: 'octo-dev', name }),
        };
        return readTold(await user().fetch(project().path, init));
      },
      hold: async ({ name }) => {
        expect((await project().pushed.read()).link?.name).not.toBe(name);
      },
      done: async ({ name }) => {
        const { link } = await project().pushed.read();
        expect(link).toMatchObject({ name, state: 'ok', pushedVersion: null });
      },
    }),
    defineFlow({
      name: 'import a server',
      user,
      async start() {
        names += 1;
        const name = `server-${names}`;
        const files = { 'src/index.ts': SERVER };
        await site.control.addRepository({ name, isPrivate: true, files });
        return { address: `https://github.com/octo-dev/${name}` };
      },
      run: async (wish) => readTold(await user().post('/api/github/imports', wish)),
      done: async (_, { body }) => {
        expect(body).toMatchObject({ servers: [{ tools: [{ name: 'look_up' }] }] });
      },
    }),
    defineFlow({
      name: 'import a public server as a guest',
      user,
      start: nothing,
      run: async () => {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'cf-connecting-ip': '198.51.100.7' },
          body: JSON.stringify({ address: 'https://github.com/octo-dev/weather-mcp' }),
        };
        const request = new Request('https://builder.test/api/github/imports', init);
        return readTold(await site.send(request));
      },
      done: async (_, { body }) => {
        expect(body).toMatchObject({ servers: [{ name: 'weather' }] });
      },
      // There is no connection that could be revoked: it is an outage.
      tells: (strike) =>
        strike === 'revoked'
          ? {
              status: 503,
              type: 'github-unavailable',
              words: 'GitHub does not answer',
              retryAfter: 5,
            }
          : {},
    }),
  ];
}

/** What an OAuth App does in another way: it lists all that its user may reach, and adds webhooks to repositories. */
export function oauthFlows(project: () => FaultyProject): AnyFlow[] {
  const user = () => project().user;
  const put = (name: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ owner: 'octo-dev', name });
    return user().fetch(project().path, { method: 'PUT', headers, body });
  };
  return [
    defineFlow({
      name: 'list repositories by an OAuth App',
      user,
      start: async () => ({}),
      run: async () => readTold(await user().fetch('/api/github/repositories?fresh=1')),
      done: async (_, { body }) => {
        const { repositories } = body as { repositories: { name: string }[] };
        expect(repositories.map(({ name }) => name)).toContain('weather-mcp');
      },
    }),
    defineFlow({
      name: 'link a repository with a webhook',
      user,
      start: () => project().addRepository(),
      run: async (name) => readTold(await put(name)),
      hold: async (name) => expect((await project().pushed.read()).link?.name).not.toBe(name),
      done: async (name) => expect((await project().pushed.read()).link).toMatchObject({ name }),
      // The link does without it, and its tab says so; the webhook of the one before may stay.
      survives: [[/\/hooks/]],
    }),
    defineFlow({
      name: 'unlink a repository with a webhook',
      user,
      start: async () => void (await project().link()),
      run: async () => readTold(await user().fetch(project().path, { method: 'DELETE' })),
      done: async () => expect((await project().pushed.read()).link).toBeNull(),
      survives: [[/\/hooks/]],
    }),
  ];
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { FoundRepository } from '#app/github/imports/found-repository.ts';

import { Browser } from '../setup/browser.workerd.ts';
import { openRepositoryUser, type RepositoryUser } from './repository-user.workerd.ts';

const PATH = '/api/github/imports';
const SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { word } from './words/word.js';
const server = new McpServer({ name: 'sample', version: '1.0.0' });
server.tool('look_up', 'Looks a word up', { word }, async () => ({ content: [] }));
`;
const WORD = `import { z } from 'zod';\r\nexport const word = z.string().describe('The word');\r\n`;
const FILES = { 'src/index.ts': SERVER, 'src/words/word.ts': WORD };

let user: RepositoryUser;

beforeEach(async () => {
  user = await openRepositoryUser('imports');
});

afterEach(async () => {
  const mismatches = await user.control.mismatches();
  if (mismatches.length > 0) throw new Error(mismatches.join('\n'));
});

async function find(address: string): Promise<FoundRepository> {
  const answer = await user.post(PATH, { address });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<FoundRepository>();
}

/** Names of all tools, by the folder of their server. */
function toolsOf({ servers }: FoundRepository): string[] {
  return servers.flatMap(({ folder, tools }) => tools.map(({ name }) => `${folder}:${name}`));
}

describe('a repository that the user may see', () => {
  test('the tools of its server are listed with arguments, place and code', async () => {
    const found = await find('https://github.com/octo-dev/weather-mcp');
    expect(found).toMatchObject({
      owner: 'octo-dev',
      name: 'weather-mcp',
      ref: null,
      folder: '',
      notes: [],
    });
    expect(found.servers).toMatchObject([
      {
        folder: '',
        name: 'weather',
        version: '1.2.0',
        description: 'Weather for assistants',
        transports: ['stdio'],
        unread: [],
        leftOut: [],
        tools: [
          { name: 'get_forecast', title: 'Forecast', file: 'src/index.ts', gaps: [] },
          { name: 'list_stations', description: 'Stations that measure' },
        ],
      },
    ]);
    expect(found.servers[0]?.tools[0]?.inputSchema).toMatchObject({
      properties: { days: { type: 'integer', default: 3, description: 'How many days' } },
      required: ['latitude', 'longitude'],
    });
    expect(found.servers[0]?.code.map(({ path }) => path)).toEqual(['src/index.ts']);
  });

  test('a private one is read with the connection, and by nobody else', async () => {
    await user.control.addRepository({ name: 'private-mcp', isPrivate: true, files: FILES });
    expect(toolsOf(await find('octo-dev/private-mcp'.replace(/^/, 'https://github.com/')))).toEqual(
      [':look_up'],
    );
    const stranger = new Browser();
    const answer = await stranger.fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: 'https://github.com/octo-dev/private-mcp' }),
    });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('or it is private');
  });

  test('a branch with slashes and a folder are told apart, whatever the address has behind them', async () => {
    await user.control.addRepository({ name: 'branches', files: { 'README.md': '#' } });
    const at = { name: 'branches', branch: 'feature/one' };
    await user.control.moveBranch({ ...at, to: 'main' });
    const files = Object.entries(FILES).map(([path, text]) => [`examples/sample/${path}`, text]);
    await user.control.commit({ ...at, files: Object.fromEntries(files) });
    const address =
      'https://github.com/octo-dev/branches/tree/feature/one/examples/sample/?tab=readme#top';
    const found = await find(address);
    expect(found).toMatchObject({ ref: 'feature/one', folder: 'examples/sample' });
    expect(toolsOf(found)).toEqual([':look_up']);
    expect(toolsOf(await find('git@github.com:octo-dev/branches.git'))).toEqual([]);
    const missing = await user.post(PATH, {
      address: 'https://github.com/octo-dev/branches/tree/none/src',
    });
    expect(missing.status).toBe(404);
  });

  test('links, a file of 40 MB, paths in every script and long ones cost nothing', async () => {
    const long = `src/${'deep-folder/'.repeat(12)}more.ts`;
    await user.control.addRepository({
      name: 'odd',
      files: {
        ...FILES,
        'src/資料/värld.ts': SERVER.replace('look_up', 'world').replace('./words', '../words'),
        [long]: SERVER.replace('look_up', 'deep').replace('{ word }', '{}'),
        'src/link.ts': { text: '../../../../etc/passwd', mode: '120000' },
        'src/huge.ts': { bytes: 500_000 },
        'video.mp4': { bytes: 40_000_000 },
      },
    });
    const found = await find('https://github.com/octo-dev/odd');
    expect(toolsOf(found).toSorted()).toEqual([':deep', ':look_up', ':world']);
    expect(found.notes).toEqual([
      '1 file was not read: code above 400 kB.',
      '1 symbolic link was not followed.',
    ]);
  });
});

describe('everybody', () => {
  test('a guest reads a public repository, and a connection that is over does not keep its user from it', async () => {
    const address = 'https://github.com/octo-dev/weather-mcp';
    const guest = new Browser();
    const answer = await guest.fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    });
    expect(answer.status).toBe(200);
    await user.control.revoke();
    expect(toolsOf(await find(address))).toEqual([':get_forecast', ':list_stations']);
  });

  test('what is no address of a repository is refused, and a repository without a server has none', async () => {
    for (const address of [
      'weather',
      'https://example.com/a/b',
      'https://github.com/octo-dev',
      'https://github.com/../x',
      'https://github.com/a/b/tree/main/../../c',
    ]) {
      expect((await user.post(PATH, { address })).status).toBe(422);
    }
    expect(toolsOf(await find('https://github.com/octo-dev/hello-world'))).toEqual([]);
    expect((await user.post(PATH, { address: 'https://github.com/octo-dev/empty' })).status).toBe(
      404,
    );
  });

  test('GitHub that is away or asks to wait is told apart from a repository that is missing', async () => {
    const address = 'https://github.com/octo-dev/weather-mcp';
    await user.control.fault('unavailable', { match: 'tarball', times: 3 });
    expect((await user.post(PATH, { address })).status).toBe(503);
    await user.control.fault('secondary_limit', { match: 'tarball', seconds: 30 });
    const limited = await user.post(PATH, { address });
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('30');
  });
});

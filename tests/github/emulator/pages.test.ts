import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startGithubEmulator } from '../../../scripts/github-emulator.mjs';
import { listenLocally } from '../../fakes/listen-locally.ts';
import { findFreePort } from '../../setup/free-port.ts';

import { fetchGithub, openWorld } from './open-world.ts';

/** A browser that keeps the cookie of the pages. */
class Visitor {
  #cookie = '';

  async visit(address: string, form?: Record<string, string>) {
    const url = new URL(address, 'https://github.com');
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const headers = { cookie: this.#cookie };
    const answer = await fetchGithub(url, { ...init, headers, redirect: 'manual' });
    const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';');
    this.#cookie = cookie === '' || cookie === undefined ? this.#cookie : cookie;
    return { status: answer.status, text: await answer.text() };
  }
}

test('a person reads a repository, merges a pull request, and changes what the app reaches', async () => {
  const { control } = openWorld('pages');
  const at = { name: 'open-here' };
  await control.addRepository({ ...at, files: { 'README.md': '# Open' } });
  await control.addRepository({ name: 'only-here', isPrivate: true, files: { '<b>.txt': 'x' } });
  await control.moveBranch({ ...at, branch: 'next', to: 'main' });
  await control.commit({ ...at, branch: 'next', files: { a: 'a' } });
  const number = await control.openPull({ ...at, head: 'next', title: '<i>' });
  const person = new Visitor();
  const secret = '/octo-dev/only-here';
  expect((await person.visit(secret)).status).toBe(404);
  expect(
    (await person.visit(`/octo-dev/open-here/pull/${number}`, { action: 'merge' })).status,
  ).toBe(403);

  const page = '/apps/mcp-builder-pages/installations/new';
  await person.visit(page, { user: 'octo-dev' });
  expect((await person.visit(secret)).text).toContain('&lt;b&gt;.txt');
  const pull = await person.visit(`/octo-dev/open-here/pull/${number}`);
  expect(pull.text).toContain('&lt;i&gt;');
  expect(
    (await person.visit(`/octo-dev/open-here/pull/${number}`, { action: 'merge' })).status,
  ).toBe(302);
  expect(Object.keys((await control.files(at)).files)).toEqual(['README.md', 'a']);

  const { body } = (await control.take(['pull_request'])).at(-1) ?? { body: '{}' };
  const { installation } = JSON.parse(body) as { installation: { id: number } };
  const settings = `/settings/installations/${installation.id}`;
  expect((await person.visit(settings)).text).toContain('Only select repositories');
  expect((await new Visitor().visit(settings)).status).toBe(404);
  await person.visit(settings, { action: 'uninstall' });
  await person.visit('/settings/connections/applications/Iv1.emulator_pages', {});
  expect((await control.take()).map(({ event }) => event)).toEqual(
    expect.arrayContaining(['push', 'installation', 'github_app_authorization']),
  );
  expect(await control.mismatches()).toEqual([]);
});

test('npm start runs it, tells a port that is taken, and leaves another client ID alone', async () => {
  const stateFolder = await mkdtemp(path.join(tmpdir(), 'github-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const port = await findFreePort();
  const taken = await listenLocally(port, () => Promise.resolve(new Response()));
  onTestFinished(taken.close);
  const options = {
    host: `localhost:${port}`,
    clientId: 'Iv1.emulator',
    secret: 'emulator-webhook-secret',
    app: 'http://localhost:1',
    stateFolder,
  };
  await expect(startGithubEmulator(options)).rejects.toThrow(
    `Port ${port} is taken, which the emulator of GitHub needs: stop what listens there, ` +
      `or set GITHUB_EMULATOR_HOST=localhost:${port + 1}.`,
  );
  expect(await startGithubEmulator({ ...options, clientId: 'Iv1.ours' })).toBeNull();
  taken.close();

  const read = async (name: string) =>
    (await fetch(`http://localhost:${port}/repos/octo-dev/${name}`)).status;
  const command = (name: string, given: object) =>
    fetch(`http://localhost:${port}/_control/emulator/${name}`, {
      method: 'POST',
      body: JSON.stringify(given),
    });
  const first = await startGithubEmulator(options);
  await command('addRepository', { name: 'kept', files: { a: 'a' } });
  expect([await read('weather-mcp'), await read('kept')]).toEqual([200, 200]);
  first?.stop();
  await first?.ended;
  const second = await startGithubEmulator(options);
  expect(await read('kept')).toBe(200);
  second?.stop();
  await second?.ended;
  await writeFile(path.join(stateFolder, 'github.json'), '{"stateVersion": 0}');
  await expect(startGithubEmulator(options)).rejects.toThrow('delete the file');
});

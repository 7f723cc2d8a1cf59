import { describe, expect, test } from 'vitest';

import { toSecretOwner, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import { openSecret, setSecret } from '#app/secrets/store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { makeApp } from '../setup/app-of-isolate.workerd.ts';
import { problemOf, ProjectOwner, rename } from './project-owner.workerd.ts';

/** An API that a person connects, beside one with a key. */
const CONNECTED = {
  ...UPSTREAM_DOCUMENT,
  components: {
    securitySchemes: {
      ...UPSTREAM_DOCUMENT.components.securitySchemes,
      account: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://id.example.net/authorize',
            tokenUrl: 'https://id.example.net/token',
            scopes: {},
          },
        },
      },
    },
  },
  paths: {
    ...UPSTREAM_DOCUMENT.paths,
    '/slow': {
      get: { ...UPSTREAM_DOCUMENT.paths['/slow'].get, security: [{ account: [] }] },
    },
  },
};

/** Values of secrets, by owner and name. */
async function valuesOf(owner: string, names: string[]): Promise<Record<string, string>> {
  const store = toSecretStore(makeApp());
  const values: Record<string, string> = {};
  for (const name of names) {
    const opened = await openSecret(store, owner, name, []);
    if (opened.ok) values[name] = opened.value;
  }
  return values;
}

describe('secrets of a draft', () => {
  async function connect() {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft(CONNECTED);
    const names = draft.secrets.map(({ name }) => name);
    const token = names.find((name) => /refresh/i.test(name)) ?? '';
    expect(token).not.toBe('');
    const store = toSecretStore(makeApp());
    for (const { name, origins } of draft.secrets) {
      await setSecret(store, toSecretOwner(draft.id), { name, value: `typed ${name}`, origins });
    }
    const all = Object.fromEntries(names.map((name) => [name, `typed ${name}`]));
    const { [token]: _token, ...typed } = all;
    const read = (place: string) => valuesOf(place, names);
    return { owner, draft, token, all, typed, read };
  }

  test('stay where they are, unless the person wants them to come along', async () => {
    const { owner, draft, all, read } = await connect();
    const project = await owner.saveProject(draft);
    expect(await read(`project:${project.id}:live`)).toEqual({});
    expect(await read(`draft:${draft.id}`)).toEqual(all);
  });

  test('are copied to both environments; a refresh token, of which there is one, moves', async () => {
    const { owner, draft, all, typed, read } = await connect();
    const project = await owner.saveProject(draft, { secrets: 'copy' });
    expect(await read(`project:${project.id}:live`)).toEqual(all);
    expect(await read(`project:${project.id}:test`)).toEqual(typed);
    expect(await read(`draft:${draft.id}`)).toEqual(typed);

    const path = `/api/projects/${project.id}/versions/1/draft`;
    const opened = await owner.ask<{ id: string }>('POST', path, {}, 201);
    expect(await read(`draft:${opened.id}`)).toEqual(typed);
  });

  test('never replace those that the project has already', async () => {
    const { owner, draft, all, token, read } = await connect();
    const project = await owner.saveProject(draft);
    const [name = ''] = Object.keys(all).filter((each) => each !== token);
    const store = toSecretStore(makeApp());
    const own = { value: 'in use', origins: ['https://upstream.example.net'] };
    for (const kept of [name, token]) {
      await setSecret(store, `project:${project.id}:live`, { name: kept, ...own });
    }
    const edited = await owner.edit(draft, rename('echo', 'again'));
    await owner.saveVersion(project, edited, { base: 1, secrets: 'copy' });
    expect(await read(`project:${project.id}:live`)).toEqual({
      ...all,
      [name]: 'in use',
      [token]: 'in use',
    });
    expect(await read(`draft:${draft.id}`)).toEqual(all);
  });
});

test('a version whose callers would each have to register it with an API is not published', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(CONNECTED);
  const client = draft.secrets.find(({ name }) => /client_id/i.test(name))?.name ?? '';
  const edited = await owner.edit(draft, { edit: 'setSecret', name: client, scope: 'caller' });
  const project = await owner.saveProject(edited);
  const path = `/api/projects/${project.id}/publication`;
  const answer = await owner.send('POST', path, { version: 1 });
  expect(await problemOf(answer)).toContain(`409 ${client} registers the server`);
});

test('a refresh token stays in the chat where each caller connects the API', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft(CONNECTED);
  const name = draft.secrets.find((secret) => /refresh/i.test(secret.name))?.name ?? '';
  const edited = await owner.edit(draft, { edit: 'setSecret', name, scope: 'caller' });
  await owner.ask('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value: 'a token of mine' });
  const project = await owner.saveProject(edited, { secrets: 'copy' });
  expect(await valuesOf(`project:${project.id}:live`, [name])).toEqual({});
  expect(await valuesOf(`draft:${draft.id}`, [name])).toEqual({ [name]: 'a token of mine' });
});

test('a value that each caller gives is not copied for the endpoint', async () => {
  const owner = await ProjectOwner.signIn();
  const draft = await owner.draft();
  const name = draft.secrets[0]?.name ?? '';
  const edited = await owner.edit(draft, { edit: 'setSecret', name, scope: 'caller' });
  await owner.ask('PUT', `/api/drafts/${draft.id}/secrets/${name}`, { value: 'a key of mine' });
  const project = await owner.saveProject(edited, { secrets: 'copy' });
  expect(await valuesOf(`project:${project.id}:test`, [name])).toEqual({ [name]: 'a key of mine' });
  expect(await valuesOf(`project:${project.id}:live`, [name])).toEqual({});
});

import type { Page } from '@playwright/test';
import * as z from 'zod';

import { OAuthServer } from '../fakes/oauth-server.ts';
import { CONNECTED_DOCUMENT, SIGN_IN_SITE } from '../setup/connected-api.ts';
import { runAuthorizationSuite } from './setup/authorization-suite.ts';
import { openEditor } from './setup/oauth-client.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  test,
  untilAlive,
} from './setup/page-test.ts';
import { signInAs } from './setup/sign-in.ts';

const Made = z.object({ id: z.string(), revision: z.number() });
const Project = z.object({ id: z.string(), endpoint: z.string() });

/** A project of the signed-in user, published for everybody who signs in. */
async function publish(page: Page): Promise<z.infer<typeof Project>> {
  const ask = async (method: 'post' | 'patch', path: string, data: object): Promise<unknown> => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request[method](path, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const draft = Made.parse(await ask('post', '/api/drafts', { template: 'weather' }));
  const saved = { draft: draft.id, revision: draft.revision, title: 'Weather' };
  const project = Project.parse(await ask('post', '/api/projects', saved));
  await ask('post', `/api/projects/${project.id}/publication`, { version: 1 });
  await ask('patch', `/api/projects/${project.id}`, { visibility: 'keys' });
  return project;
}

test('an MCP client is connected by signing in, calls the server, and is disconnected again', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page);
  const { endpoint } = await publish(page);
  const editor = await openEditor(`${baseURL}${endpoint}`);
  try {
    const asked = await editor.connect();
    if (!('address' in asked)) throw new Error('The client was not asked to sign in.');

    // Somebody who is signed out signs in first, and comes back to the question.
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(asked.address);
    await expect(visitor).toHaveURL(/\/login\?/);
    const { searchParams } = new URL(visitor.url());
    expect(searchParams.get('returnUrl')).toContain('/oauth/authorize?');
    await signInAs(visitor);
    await visitor.goto(asked.address);
    await untilAlive(visitor);
    await expect(visitor.getByRole('heading', { name: 'Let Editor use ' })).toBeVisible();
    // After a sign-in in the page a script asks for its data, at another path.
    const asScript = asked.address.replace('/oauth/authorize', '/oauth/authorize.data');
    expect((await visitor.request.get(asScript)).status()).toBe(200);
    await expect(visitor.getByText('127.0.0.1')).toBeVisible();
    await expectAccessibleInBothSchemes(visitor);
    await visitor.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(visitor);
    await visitor.setViewportSize({ width: 1280, height: 800 });
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(visitor.getByText('You can close this page.')).toBeVisible();

    await editor.finish();
    const connected = await editor.connect();
    if (!('client' in connected)) throw new Error('The client is still not connected.');
    const { tools } = await connected.client.listTools();
    expect(tools.length).toBeGreaterThan(0);
    await connected.client.close();

    await visitor.goto('/api-keys');
    await untilAlive(visitor);
    const apps = visitor.getByRole('region', { name: 'Connected apps' });
    await expect(apps.getByText(endpoint)).toBeVisible();
    await apps.getByRole('button', { name: 'Disconnect: Editor' }).click();
    await expect(apps.getByRole('listitem')).toHaveCount(0);
    await visitor.context().close();
  } finally {
    await editor.close();
  }
});

test('whoever does not want it says so, and a request that makes no sense is no question', async ({
  browser,
  baseURL,
}) => {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page);
  const { endpoint } = await publish(page);
  const editor = await openEditor(`${baseURL}${endpoint}`);
  try {
    const asked = await editor.connect();
    if (!('address' in asked)) throw new Error('The client was not asked to sign in.');
    await page.goto(asked.address);
    await untilAlive(page);
    await page.getByRole('button', { name: 'Don’t allow' }).click();
    await expect(page.getByText('You can close this page.')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

    await page.goto(asked.address.replace(/client_id=[^&]*/, 'client_id=nobody'));
    await expect(page.getByRole('heading', { name: 'This app cannot be connected' })).toBeVisible();
    await page.goto('/oauth/authorize');
    await expect(page.getByRole('alert')).toContainText('not published here');
    await page.context().close();
  } finally {
    await editor.close();
  }
});

test('the official suite finds nothing wrong with the authorization server', async ({
  browser,
  baseURL,
}) => {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page);
  const { endpoint } = await publish(page);
  const suite = await runAuthorizationSuite(baseURL ?? '', `${baseURL}${endpoint}`);
  await page.goto(await suite.asked);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  const { code, output } = await suite.ended;
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/FAILURE|SKIPPED|WARNING/);
  await page.context().close();
});

const Draft = Made.extend({ secrets: z.array(z.object({ name: z.string() })) });

test('callers connect an API by signing in to it, which its owner chooses in the chat', async ({
  page,
  browser,
  baseURL,
  site,
}) => {
  test.setTimeout(180_000);
  const api = new OAuthServer();
  const client = api.register({ redirectUris: [`${site.url}/connect/callback`] });
  const isApi = ({ origin }: URL) => origin === SIGN_IN_SITE;
  site.outside = async (request) => {
    if (!isApi(new URL(request.url))) return undefined;
    const { status, headers, body } = await api.answer(request);
    return new Response(body, { status, headers });
  };
  const ask = async (method: string, path: string, data: object): Promise<unknown> => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.fetch(path, { method, data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  await signInAs(page);
  const draft = Draft.parse(await ask('POST', '/api/drafts', CONNECTED_DOCUMENT));
  const nameOf = (end: string) => draft.secrets.find(({ name }) => name.endsWith(end))?.name ?? '';
  const token = nameOf('_REFRESH_TOKEN');

  await test.step('the owner chooses that each caller connects it, and can undo that', async () => {
    await page.goto(`/chat/${draft.id}`);
    await untilAlive(page);
    const whose = page.getByRole('radiogroup', { name: `Whose ${token} is used` });
    await whose.getByText('Each caller’s own').click();
    await expect(page.getByText(`Each caller gives their own ${token}`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(whose.getByRole('radio', { name: 'One for everybody' })).toBeChecked();
    await whose.getByText('Each caller’s own').click();
    await expect(page.getByText('At the published endpoint, each caller gives')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  const current = Made.parse(await (await page.request.get(`/api/drafts/${draft.id}`)).json());
  const saved = { draft: draft.id, revision: current.revision, title: 'Notes' };
  const project = Project.parse(await ask('POST', '/api/projects', saved));
  const path = `/api/projects/${project.id}`;
  await ask('POST', `${path}/publication`, { version: 1 });
  await ask('PATCH', path, { visibility: 'keys' });
  for (const [end, value] of [
    ['_CLIENT_ID', client.id],
    ['_CLIENT_SECRET', client.secret],
  ] as const) {
    await ask('PUT', `${path}/secrets/live/${nameOf(end)}`, { value });
  }

  const visitor = await (await browser.newContext({ baseURL })).newPage();
  // The API's own page, where the person says yes at once.
  await visitor.route(isApi, async (route) => {
    const request = new Request(route.request().url());
    await route.fulfill(await api.answer(request));
  });
  await signInAs(visitor);
  const editor = await openEditor(`${baseURL}${project.endpoint}`);
  try {
    const asked = await editor.connect();
    if (!('address' in asked)) throw new Error('The client was not asked to sign in.');
    await visitor.goto(asked.address);
    await untilAlive(visitor);
    await visitor.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(visitor.getByText('You can close this page.')).toBeVisible();
    await editor.finish();
    const connected = await editor.connect();
    if (!('client' in connected)) throw new Error('The client is still not connected.');
    const call = async () =>
      JSON.stringify(await connected.client.callTool({ name: 'list_notes', arguments: {} }));
    const [address = ''] = /http[^ "]+\/credentials/.exec(await call()) ?? [];
    expect(address).toBe(`${site.url}${project.endpoint}/credentials`);

    await visitor.goto(address);
    await untilAlive(visitor);
    await expect(visitor.getByText('Not connected')).toBeVisible();
    await expect(visitor.getByText('id.example.net', { exact: true })).toBeVisible();
    await expectAccessibleInBothSchemes(visitor);
    await visitor.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(visitor);
    await visitor.getByRole('button', { name: 'Connect: Notes' }).click();
    await expect(visitor).toHaveURL(address);
    await expect(visitor.getByText('Notes is connected.')).toBeVisible();
    await expect(visitor.getByText('Connected', { exact: true })).toBeVisible();
    expect(await call()).toContain('/api/notes');

    await visitor.goto('/account');
    await untilAlive(visitor);
    await visitor.getByRole('button', { name: 'Disconnect: Notes, Notes' }).click();
    await expect(visitor.getByRole('button', { name: 'Disconnect: Notes, Notes' })).toHaveCount(0);
    expect(await call()).toContain('needs you to sign in to its API');
    await connected.client.close();
    await visitor.context().close();
  } finally {
    await editor.close();
  }
});

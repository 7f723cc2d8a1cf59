import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import type { ConnectedApp } from '#app/oauth/apps/connected-app.ts';

import { decide, OauthClient, open } from '../oauth/oauth-client.workerd.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { modernRequest } from '../setup/modern-request.ts';

const RESOURCE = `${SITE}/mcp`;

/** A coding agent that a user lets build for them, by its access token. */
async function connect(user: ProjectOwner, scopes: string[]): Promise<string> {
  const client = new OauthClient();
  await client.register();
  const asked = await open(user, await client.toAddress('', { resource: RESOURCE }));
  expect(asked.title).toBe('MCP Builder, with all your servers');
  expect(asked.groups.map(({ scope }) => scope)).toContain('tools:destructive');
  const { code = '' } = await decide(user, asked, scopes);
  const answer = await client.exchange(null, code, { resource: RESOURCE });
  expect(answer.status).toBe(200);
  return (await answer.json<{ access_token: string }>()).access_token;
}

function ask(path: string, token: string | null, name: string, given: object = {}) {
  const made = modernRequest('tools/call', { name, arguments: given });
  const headers = new Headers(made.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return exports.default.fetch(
    new Request(SITE + path, { method: 'POST', headers, body: made.body }),
  );
}

test('an agent finds its way to the sign-in, and builds for who connected it', async () => {
  const user = await ProjectOwner.signIn();
  const refused = await ask('/mcp', null, 'list_drafts');
  const path = '/.well-known/oauth-protected-resource/mcp';
  expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${SITE}${path}"`);
  const metadata = await exports.default.fetch(new Request(SITE + path));
  expect(await metadata.json()).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [SITE],
  });

  const token = await connect(user, ['tools:read', 'tools:write']);
  const made = await ask('/mcp', token, 'create_draft', { title: 'Connected' });
  expect(made.status).toBe(200);
  const listed = await (await ask('/mcp', token, 'list_drafts')).text();
  expect(listed).toContain('draft');
  const { apps } = await user.ask<{ apps: ConnectedApp[] }>('GET', '/api/oauth/apps');
  expect(apps).toMatchObject([{ name: 'Editor', slug: '' }]);

  // Publishing is in the group that was not allowed.
  const narrow = await ask('/mcp', token, 'publish_version', { project: 'any', version: 1 });
  expect(narrow.status).toBe(403);
  expect(narrow.headers.get('www-authenticate')).toContain('insufficient_scope');

  await user.send('DELETE', `/api/oauth/apps/${apps[0]?.id}`);
  const other = await connect(user, ['tools:read']);
  expect((await ask('/mcp', other, 'list_drafts')).status).toBe(200);
});

test('a token of a server counts at no other, nor at the builder, and the other way round', async () => {
  const user = await ProjectOwner.signIn();
  await user.buy('team');
  const project = await user.saveProject(await user.draft());
  await user.publish(project, 1);
  const client = new OauthClient();
  await client.register();
  const asked = await open(user, await client.toAddress(project.slug));
  const { code = '' } = await decide(user, asked, ['tools:read', 'tools:write']);
  const answer = await client.exchange(project.slug, code);
  const { access_token: ofServer } = await answer.json<{ access_token: string }>();
  expect((await ask('/mcp', ofServer, 'list_drafts')).status).toBe(401);
  const ofBuilder = await connect(user, ['tools:read', 'tools:write']);
  expect((await ask(`/mcp/${project.slug}`, ofBuilder, 'echo')).status).toBe(401);
});

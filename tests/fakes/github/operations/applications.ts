import * as z from 'zod';

import { readClientId } from '../apps.ts';
import { GithubRefusal, notFound } from '../github-refusal.ts';
import { nothing, ok, readBody, type Call, type Operation } from '../operation.ts';
import { toSimpleUserOf } from '../present/to-owner.ts';
import { revokeToken } from '../sign-in.ts';
import { toTime, type Token } from '../world.ts';

const Given = z.object({ access_token: z.string() });

export const applicationOperations: Operation[] = [
  {
    method: 'DELETE',
    path: '/applications/{client_id}/token',
    run: (call) => revoke(call, false),
  },
  {
    method: 'DELETE',
    path: '/applications/{client_id}/grant',
    run: (call) => revoke(call, true),
  },
  { method: 'POST', path: '/applications/{client_id}/token', run: check },
];

/** A token of the app that asks by itself; of another one, it does not exist. */
function requireToken(call: Call): { name: string; token: Token } {
  const client = call.path['client_id'] ?? '';
  if (call.client === null || call.client !== client) {
    throw new GithubRefusal(401, { message: 'Bad credentials', status: '401' });
  }
  const { access_token: name } = readBody(Given, call);
  const token = Object.hasOwn(call.world.tokens, name) ? call.world.tokens[name] : undefined;
  if (token === undefined || token.app !== readClientId(client)?.app) throw notFound();
  return { name, token };
}

function revoke(call: Call, everything: boolean) {
  revokeToken(call.world, requireToken(call).name, everything);
  return nothing;
}

/** Schema `authorization`. */
function check(call: Call) {
  const { name, token } = requireToken(call);
  const client = call.path['client_id'] ?? '';
  return ok({
    id: 1,
    url: `${call.at.api}/authorizations/1`,
    app: { client_id: client, name: client, url: 'https://mcp.example.com' },
    token: name,
    hashed_token: null,
    token_last_eight: name.slice(-8),
    note: null,
    note_url: null,
    created_at: toTime(),
    updated_at: toTime(),
    scopes: token.scopes,
    fingerprint: null,
    user: toSimpleUserOf(call.world, token.user, call.at),
    expires_at: token.expiresAt === null ? null : toTime(token.expiresAt),
  });
}

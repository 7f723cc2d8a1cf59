import { expect, test } from 'vitest';

import { guardEdit } from '#app/builder/tools/guard/guard-edit.ts';

import { SMALL } from './open-workspace.ts';

const ask = { act: 'ask' };
const allow = { act: 'allow' };

function guard(said: string, tool: string, input: object, isTainted = true) {
  return guardEdit({ isTainted, said, pasted: '' }, { tool, input }, SMALL);
}

const NAMES = { names: ['get_user', 'get_order'] };
const RENAMES = { renames: [{ from: 'get_user', to: 'a' }] };
const OAUTH = { auth: { kind: 'oauth2', tokenUrl: 'https://id.example.org/token', scopes: [] } };
const CONSTANT = {
  name: 'get_user',
  constants: [{ in: 'header', name: 'X-Tenant', value: 'other' }],
};
const NEW_BASE = {
  name: 'get_user',
  request: { method: 'GET', url: '/users/{id}', base: 'https://other.example.org/v1' },
};

test.each([
  ['Remove get_user.', 'remove_tool', NAMES, { ...ask, what: 'remove get_order' }],
  ['Remove get_user and get_order.', 'remove_tool', NAMES, allow],
  ['Improve it.', 'rename_tool', RENAMES, { ...ask, what: 'rename get_user to a' }],
  ['Rename get_user.', 'rename_tool', RENAMES, allow],
  ['Improve it.', 'set_upstream', { remove: true }, ask],
  ['Use the token of the API.', 'set_upstream', OAUTH, ask],
  ['Log in at id.example.org with oauth.', 'set_upstream', OAUTH, allow],
  ['Improve it.', 'upsert_tool', CONSTANT, ask],
  ['Always send X-Tenant: other.', 'upsert_tool', CONSTANT, allow],
  ['Improve it.', 'upsert_tool', NEW_BASE, ask],
  ['Improve it.', 'upsert_tool', { name: 'get_user', readOnly: true }, ask],
  ['Mark get_user read-only.', 'upsert_tool', { name: 'get_user', readOnly: true }, allow],
])('after a strange text, “%s” and %s', (said, tool, input, verdict) => {
  expect(guard(said, tool, input)).toMatchObject(verdict);
});

test('before any strange text nobody is asked', () => {
  expect(guard('Improve it.', 'remove_tool', NAMES, false)).toEqual(allow);
});

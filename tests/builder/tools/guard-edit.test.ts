import { expect, test } from 'vitest';

import { findTool } from '#app/builder/tools/builder-tools.ts';
import { guardEdit } from '#app/builder/tools/guard/guard-edit.ts';

import { SMALL } from './open-workspace.ts';

const ask = { act: 'ask' };
const allow = { act: 'allow' };

function guard(said: string, tool: string, input: object, isTainted = true) {
  const call = findTool(tool)?.accept(input);
  if (!call?.ok) throw new Error(`${tool} takes no such input.`);
  return guardEdit({ isTainted, said, pasted: '' }, call.value, SMALL);
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

const SECRET = 'ghp_q7Zk2LmX9vB4tR8wY1nP5cD3fG6hJ0aSwEbK';

test.each([
  // Its arguments reach code and requests, although nothing of the draft is changed.
  ['run_tool', { name: 'get_user', arguments: { id: SECRET } }, { act: 'refuse' }],
  ['add_example', { tool: 'get_user', arguments: { id: SECRET } }, { act: 'refuse' }],
  ['propose_plan', { goal: SECRET, steps: ['One'] }, allow],
  ['ask_user', { question: SECRET, choices: [] }, allow],
  ['read_file', { path: SECRET }, allow],
  // Documents hold examples, which its import looks at.
  ['import_document', { text: SECRET }, allow],
])('a credential in a call of %s is looked for where it gets anywhere', (tool, input, verdict) => {
  expect(guard('Improve it.', tool, input, false)).toMatchObject(verdict);
});

test('before any strange text nobody is asked', () => {
  expect(guard('Improve it.', 'remove_tool', NAMES, false)).toEqual(allow);
});

import { expect, test } from 'vitest';

import { fitsPath } from '#app/blueprint/fits-path.ts';
import { OperationSelector } from '#app/blueprint/operation-selector.ts';
import { rankOperations, type SearchableOperation } from '#app/blueprint/rank-operations.ts';
import { selectOperations } from '#app/blueprint/select-operations.ts';

test.each([
  ['/users', '/users', true],
  ['/users/', '/users/{id}', true],
  ['/users', '/usersettings', false],
  ['/users/{userId}', '/users/{id}/posts', true],
  ['/users/*', '/users/{id}', true],
  ['/users/*', '/users/{id}/posts', false],
  ['/users/**', '/users/{id}/posts', true],
  ['/users/**', '/users', true],
  ['**/posts', '/users/{id}/posts', true],
  ['/**/posts/**', '/users/{id}/posts/{post}', true],
  ['/user*/*', '/users/{id}', true],
  ['/u*s/*', '/users/{id}', true],
  ['/u*r/*', '/users/{id}', false],
  ['/a*a', '/a', false],
  ['/a*b*c', '/axbxc', true],
  ['/a*b*c', '/axcxb', false],
  ['/', '/users', true],
])('the pattern %s and the path %s', (pattern, path, fits) => {
  expect(fitsPath(pattern, path)).toBe(fits);
});

test('a pattern full of stars is matched at once', () => {
  const pattern = `/${'a*'.repeat(140)}b`;
  expect(fitsPath(pattern, `/${'a'.repeat(5_000)}`)).toBe(false);
  expect(fitsPath('/**/a'.repeat(60), '/a'.repeat(1_000))).toBe(true);
});

function operation(names: string[], method: string, path: string, ...tags: string[]) {
  return { names, method, paths: [path], tags, title: '', description: '' };
}

const ALL: SearchableOperation[] = [
  operation(['list_users', 'listUsers'], 'GET', '/users', 'Users'),
  operation(['delete_user'], 'DELETE', '/users/{id}', 'Users', 'Admin'),
  operation(['list_posts'], 'GET', '/users/{userId}/posts', 'Posts'),
  operation(['refund_charge'], 'POST', '/charges/{charge}/refund', 'Charges'),
];

function select(choice: OperationSelector) {
  const { chosen, problems } = selectOperations(ALL, choice, (each) => each);
  return { chosen: chosen.map(({ names }) => names[0]), problems };
}

test.each([
  [{ names: ['listUsers'] }, ['list_users']],
  [{ names: ['DELETE /users/{user}'] }, ['delete_user']],
  [{ tags: ['users'] }, ['list_users', 'delete_user']],
  [{ tags: ['Users'], methods: ['get'] }, ['list_users']],
  [
    { tags: ['Users'], methods: ['GET'], names: ['refund_charge'] },
    ['list_users', 'refund_charge'],
  ],
  [{ paths: ['/users/*', '/charges'] }, ['delete_user', 'refund_charge']],
  [{ methods: ['DELETE', 'PUT'] }, ['delete_user']],
])('the choice %o', (choice, names) => {
  expect(select(choice)).toEqual({ chosen: names, problems: [] });
});

test('what is nowhere is named with its place and what is there', () => {
  const wrong = { names: ['list_users', 'list_user_posts'], tags: ['Usrs'], paths: ['/user'] };
  expect(select(wrong).problems).toEqual([
    {
      path: '$.names[1]',
      message:
        'Nothing is called "list_user_posts". Close to it: list_users, list_posts, delete_user.',
    },
    {
      path: '$.tags[0]',
      message: 'Nothing has the tag "Usrs". There are: Users, Admin, Posts, Charges.',
    },
    { path: '$.paths[0]', message: 'No path fits "/user". Paths begin with: /users, /charges.' },
  ]);
  expect(select({ tags: ['Posts'], methods: ['DELETE'] }).problems).toEqual([
    { path: '$', message: 'No operation matches all of tags, paths and methods.' },
  ]);
  expect(OperationSelector.safeParse({}).error?.issues[0]?.message).toBe(
    'Give at least one of names, tags, paths and methods.',
  );
});

test.each([
  ['refund a charge', 'refund_charge'],
  ['users list', 'list_users'],
  ['listUsers', 'list_users'],
  ['remove delete', 'delete_user'],
  ['post', 'list_posts'],
  // The rarer word counts more.
  ['list refund', 'refund_charge'],
])('“%s” finds %s first', (text, first) => {
  expect(rankOperations(ALL, text, (each) => each)[0]?.names[0]).toBe(first);
});

test('words that are nowhere find nothing', () => {
  expect(rankOperations(ALL, 'weather', (each) => each)).toEqual([]);
  expect(rankOperations(ALL, '天気', (each) => each)).toEqual([]);
});

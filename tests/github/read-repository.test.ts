import { expect, test } from 'vitest';

import { readRepositories } from '#app/github/repositories/read-repository.server.ts';

const WHOLE = {
  id: 1,
  name: 'weather',
  owner: { login: 'octo-dev' },
  private: true,
  archived: false,
  default_branch: 'trunk',
  pushed_at: '2026-01-02T03:04:05Z',
  description: 'Weather for\u200B assistants',
  html_url: 'https://evil.example/octo-dev/weather',
  permissions: { push: true, pull: true },
};
const SITE = { webUrl: 'https://github.com' };

test('an answer gives a repository, whose address is on GitHub whatever the answer says', () => {
  expect(readRepositories([WHOLE], SITE)).toEqual([
    {
      id: 1,
      owner: 'octo-dev',
      name: 'weather',
      isPrivate: true,
      isArchived: false,
      canPush: true,
      defaultBranch: 'trunk',
      pushedAt: Date.parse('2026-01-02T03:04:05Z'),
      url: 'https://github.com/octo-dev/weather',
      description: 'Weather for[U+200B] assistants',
    },
  ]);
});

test('fields that are missing give no right, and what is no repository is left out', () => {
  const { permissions: _, archived: _archived, pushed_at: __, description: ___, ...bare } = WHOLE;
  const hostile = [
    null,
    'weather',
    {},
    { ...WHOLE, id: '1' },
    { ...WHOLE, name: '../secrets' },
    { ...WHOLE, name: 'weather\u202E' },
    { ...WHOLE, owner: { login: 'octo dev' } },
    { ...WHOLE, owner: null },
    { ...WHOLE, private: undefined },
  ];
  expect(readRepositories([...hostile, bare], SITE)).toMatchObject([
    { name: 'weather', canPush: false, isArchived: false, pushedAt: null, description: null },
  ]);
  const odd = readRepositories([{ ...WHOLE, pushed_at: 'soon', permissions: {} }], SITE);
  expect(odd).toMatchObject([{ pushedAt: null, canPush: false }]);
});

import { expect, test } from 'vitest';

import { isBranchName } from '#app/github/repositories/branch-name.ts';
import { matchesRepository, toRepositoryQuery } from '#app/github/repositories/match-repository.ts';
import { findNameProblem, toRepositoryName } from '#app/github/repositories/repository-name.ts';

test('a name in any script becomes what GitHub makes of it', () => {
  const written = {
    weather: 'weather',
    '  Weather API  ': 'Weather-API',
    'Café crème': 'Cafe-creme',
    'Straße 7': 'Stra-e-7',
    'поиск v2': '-v2',
    '天气 server': '-server',
    'weather\u202Egpj': 'weather-gpj',
    'a/../b': 'a-..-b',
    'tool 🛠️ box': 'tool-box',
    'weather.git': 'weather',
    'weather.GIT.git': 'weather',
    'my_api.v2': 'my_api.v2',
  };
  const made = Object.keys(written).map((text) => [text, toRepositoryName(text)]);
  expect(Object.fromEntries(made)).toEqual(written);
});

test('names that GitHub refuses, or that say nothing, are found', () => {
  const problem = (text: string) => findNameProblem(toRepositoryName(text));
  expect(problem('  ')).toBe('empty');
  expect(problem('.git')).toBe('empty');
  expect(problem('.')).toBe('dots');
  expect(problem('..')).toBe('dots');
  expect(problem('docs.wiki')).toBe('wiki');
  expect(problem('docs.WIKI')).toBe('wiki');
  expect(problem('天气预报')).toBe('unwritten');
  expect(problem('🛠️')).toBe('unwritten');
  expect(problem('a'.repeat(100))).toBeNull();
  expect(problem('a'.repeat(101))).toBe('tooLong');
  expect(problem('.github')).toBeNull();
});

test('a branch is named as Git and GitHub allow', () => {
  const taken = ['main', 'release/1.x', 'feature/日本語', 'a@b', '2026'];
  const refused = [
    '',
    '@',
    'HEAD',
    '-main',
    '/main',
    'main/',
    'a//b',
    'a..b',
    '.hidden',
    'a/.b',
    'main.lock',
    'main.',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    String.raw`a\b`,
    'a@{b',
    'a\u202Eb',
    'a\u0007',
    'refs/heads/main',
    '0123456789abcdef0123456789abcdef01234567',
    'é'.repeat(123),
  ];
  expect(taken.filter((name) => !isBranchName(name))).toEqual([]);
  expect(refused.filter(isBranchName)).toEqual([]);
});

test('repositories are found by parts of owner and name, and by their addresses', () => {
  const repository = { owner: 'Octo-Org', name: 'Weather-Server' };
  const finds = (text: string) => matchesRepository(repository, toRepositoryQuery(text));
  expect(['', 'weather', 'SERVER octo', 'octo-org/wea'].every(finds)).toBe(true);
  expect(['wether', 'octo-dev/', 'weather  x'].some(finds)).toBe(false);
  const addresses = [
    'https://github.com/octo-org/weather-server',
    'https://github.com/Octo-Org/Weather-Server.git',
    'https://github.com/octo-org/weather-server/tree/main/src',
    'git@github.com:octo-org/weather-server.git',
    'github.com/octo-org/weather-server/issues?q=1',
  ];
  expect(new Set(addresses.map(toRepositoryQuery))).toEqual(new Set(['octo-org/weather-server']));
});

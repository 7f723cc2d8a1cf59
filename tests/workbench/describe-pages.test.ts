import { expect, test } from 'vitest';

import type { HttpPagination } from '#app/runtime/definition.ts';
import { describePages } from '#app/workbench/parameters/describe-pages.ts';

/** The facts as lines. */
const told = (pagination: HttpPagination) =>
  describePages(pagination).map(({ name, words, code = '' }) => `${name}: ${words} ${code}`.trim());

test.each<[HttpPagination, string[]]>([
  [
    {
      kind: 'cursor',
      argument: 'after',
      nextPath: 'meta.next',
      itemsPath: 'data',
      follow: { maxPages: 5 },
    },
    [
      'Kind: cursor',
      'Argument:  after',
      'Next cursor: at meta.next',
      'Items: at data',
      'One call gets: up to 5 pages, joined',
    ],
  ],
  [
    { kind: 'page', argument: 'p', first: 0 },
    [
      'Kind: page number, from 0',
      'Argument:  p',
      'Items: the answer itself, or its only list',
      'One call gets: one page',
    ],
  ],
  [
    { kind: 'offset', argument: 'skip' },
    [
      'Kind: offset, from 0',
      'Argument:  skip',
      'Items: the answer itself, or its only list',
      'One call gets: one page',
    ],
  ],
  [
    { kind: 'link' },
    [
      'Kind: link to the next page',
      'Next link: in the Link header',
      'Items: the answer itself, or its only list',
      'One call gets: one page',
    ],
  ],
  [
    { kind: 'link', nextPath: 'paging.next' },
    [
      'Kind: link to the next page',
      'Next link: at paging.next',
      'Items: the answer itself, or its only list',
      'One call gets: one page',
    ],
  ],
])('how a list goes on: %j', (pagination, lines) => {
  expect(told(pagination)).toEqual(lines);
});

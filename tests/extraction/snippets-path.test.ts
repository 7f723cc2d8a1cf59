import { expect, test } from 'vitest';

import { readPathNotation } from '#app/extraction/reading/path-notation.ts';

test.each([
  ['/users/:id', '/users/{id}'],
  ['/users/:id/posts/:postId?', '/users/{id}/posts/{postId}'],
  ['/users/:id(\\d+)', '/users/{id}'],
  ['/users/<id>', '/users/{id}'],
  ['/users/<int:user_id>/x', '/users/{user_id}/x'],
  ['/files/<path:filename>', '/files/{filename}'],
  ['/users/{id:int}', '/users/{id}'],
  ['/users/{id:[0-9]+}', '/users/{id}'],
  ['/users/{id:[0-9]{2}}', '/users/{id}'],
  ['/users/{id?}', '/users/{id}'],
  ['/docs/[id]/[...slug]', '/docs/{id}/{slug}'],
  ['/docs/[[...slug]]', '/docs/{slug}'],
  ['/buoys/%s/readings/%d', '/buoys/{buoy_id}/readings/{reading_id}'],
  ['/buoys/${buoy.id}', '/buoys/{buoy_id}'],
  ['/buoys/{{buoyId}}', '/buoys/{buoyId}'],
  ['/buoys/$BUOY_ID', '/buoys/{buoy_id}'],
  ['/buoys/{buoy\\_id}', '/buoys/{buoy_id}'],
  ['/files/*path', '/files/{path}'],
  ['/animals/:id(.:format)', '/animals/{id}'],
  ['{{host}}/polls', '/polls'],
  ['$BASE/polls', '/polls'],
  ['https://user:pw@a.example.com/x', 'https://a.example.com/x'],
  ['a.example.com/x', 'https://a.example.com/x'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['api/games/{game}', '/api/games/{game}'],
  ['/a/%s/b/%s', '/a/{a_id}/b/{b_id}'],
  ['/pairs/{from}-{to}', '/pairs/{from}-{to}'],
  ['/a%20b/x', '/a%20b/x'],
  ['/v1/{name}:cancel', '/v1/{name}:cancel'],
])('%s is %s', (raw, url) => {
  expect(readPathNotation(raw).url).toBe(url);
});

test('types of path arguments are kept', () => {
  expect(readPathNotation('/u/<int:id>').path).toEqual([
    { name: 'id', in: 'path', type: 'integer', required: true },
  ]);
  expect(readPathNotation('/u/{id:uuid}').path).toEqual([
    { name: 'id', in: 'path', type: 'string', format: 'uuid', required: true },
  ]);
  expect(readPathNotation('/u/{id}').path).toEqual([{ name: 'id', in: 'path', required: true }]);
});

test('samples in a query give types, not defaults', () => {
  expect(
    readPathNotation('/u?a=&b={b}&limit=20&zone=DK1&open=true&f=1.5&ids[]=&s=%s&x=a|b').query,
  ).toEqual([
    { name: 'a', in: 'query' },
    { name: 'b', in: 'query' },
    { name: 'limit', in: 'query', type: 'integer' },
    { name: 'zone', in: 'query', type: 'string' },
    { name: 'open', in: 'query', type: 'boolean' },
    { name: 'f', in: 'query', type: 'number' },
    { name: 'ids', in: 'query', type: 'array', sentAs: 'ids[]' },
    { name: 's', in: 'query' },
    { name: 'x', in: 'query', type: 'string', enum: ['a', 'b'] },
  ]);
});

test('the URI template form of a query is read', () => {
  expect(readPathNotation('/u{?page,limit}')).toEqual({
    url: '/u',
    path: [],
    query: [
      { name: 'page', in: 'query' },
      { name: 'limit', in: 'query' },
    ],
  });
});

test('bracketed and bare query names are read', () => {
  expect(readPathNotation('/u[?from&to]').query.map(({ name }) => name)).toEqual(['from', 'to']);
  expect(readPathNotation('/u?filter[state]=open').query[0]?.name).toBe('filter[state]');
});

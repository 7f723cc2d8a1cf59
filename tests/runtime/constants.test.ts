import { expect, test } from 'vitest';

import type { HttpAction, HttpConstant, HttpParameter } from '#app/runtime/definition.ts';
import { buildRequest } from '#app/runtime/request/build-request.ts';

const BODY = {
  argument: 'body',
  contents: [{ mediaType: 'application/json', encoding: 'json' as const }],
};

function toAction(constants: HttpConstant[], changes: Partial<HttpAction> = {}): HttpAction {
  return {
    kind: 'http',
    upstream: 'api',
    method: 'POST',
    path: '/x',
    parameters: [],
    constants,
    response: {},
    ...changes,
  };
}

function toParameter(name: string, place: 'query' | 'header' | 'cookie'): HttpParameter {
  const style = place === 'header' ? 'simple' : 'form';
  return { argument: name, name, in: place, style, explode: true };
}

test('constants follow the arguments, encoded alike', () => {
  const action = toAction(
    [
      { in: 'query', name: 'f mt', value: 'a&b' },
      { in: 'query', name: 'tag', value: ['x', 'y'] },
      { in: 'header', name: 'X-Version', value: 2 },
      { in: 'cookie', name: 'lang', value: 'de' },
    ],
    { parameters: [toParameter('q', 'query'), toParameter('theme', 'cookie')] },
  );
  const { path, headers } = buildRequest(action, { q: 'tea', theme: 'dark' });
  expect(path).toBe('/x?q=tea&f%20mt=a%26b&tag=x&tag=y');
  expect(headers).toContainEqual(['X-Version', '2']);
  expect(headers).toContainEqual(['Cookie', 'theme=dark; lang=de']);
});

test('no spelling of an argument overrides a constant', () => {
  const action = toAction(
    [
      { in: 'query', name: 'mode', value: 'safe' },
      { in: 'header', name: 'X-Mode', value: 'safe' },
      { in: 'cookie', name: 'mode', value: 'safe' },
      { in: 'body', name: 'mode', value: 'safe' },
    ],
    {
      parameters: [
        toParameter('mode', 'query'),
        { ...toParameter('all', 'query'), in: 'querystring' },
        toParameter('free', 'query'),
        { ...toParameter('x-mode', 'header') },
        { ...toParameter('mode', 'cookie') },
      ],
      path: '/x?own=1&mode=own',
      body: BODY,
    },
  );
  const { path, headers, body } = buildRequest(action, {
    mode: 'bad',
    all: 'page=1&mode=bad&m%6Fde=bad',
    free: { mode: 'bad', other: '1' },
    'x-mode': 'bad',
    body: { mode: 'bad', name: 'a' },
  });
  expect(path).toBe('/x?own=1&page=1&other=1&mode=safe');
  expect(headers.filter(([name]) => name !== 'Accept')).toEqual([
    ['Cookie', 'mode=safe'],
    ['Content-Type', 'application/json'],
    ['X-Mode', 'safe'],
  ]);
  expect(body).toBe('{"mode":"safe","name":"a"}');
});

test('without a body argument, constants form the body', () => {
  const constants: HttpConstant[] = [{ in: 'body', name: 'jsonrpc', value: '2.0' }];
  expect(buildRequest(toAction(constants), {})).toMatchObject({
    headers: [
      ['Accept', expect.anything()],
      ['Content-Type', 'application/json'],
    ],
    body: '{"jsonrpc":"2.0"}',
  });
  const form = {
    argument: 'body',
    contents: [{ mediaType: 'application/x-www-form-urlencoded', encoding: 'form' as const }],
  };
  expect(buildRequest(toAction(constants, { body: form }), {}).body).toBe('jsonrpc=2.0');
});

test('a list as the body has no room for constants and stays unchanged', () => {
  const action = toAction([{ in: 'body', name: 'a', value: 1 }], { body: BODY });
  expect(buildRequest(action, { body: [1, 2] }).body).toBe('[1,2]');
});

test('connection headers are not sent, and Accept is replaced', () => {
  const action = toAction(
    [
      { in: 'header', name: 'Host', value: 'evil.example' },
      { in: 'header', name: 'accept', value: 'text/csv' },
      { in: 'header', name: 'Content-Type', value: 'application/vnd.api+json' },
    ],
    { body: BODY },
  );
  expect(buildRequest(action, { body: {} }).headers).toEqual([
    ['accept', 'text/csv'],
    ['Content-Type', 'application/vnd.api+json'],
  ]);
});

test('a constant with a line break is not sent as a header', () => {
  const action = toAction([{ in: 'header', name: 'X-A', value: 'a\nb' }]);
  expect(() => buildRequest(action, {})).toThrow('line breaks');
});

test('properties of the body are sent under the names of the API', () => {
  const body = { ...BODY, names: { first: 'firstName', toString: 'text' } };
  const action = toAction([], { body });
  expect(buildRequest(action, { body: { first: 'a', constructor: 'b' } }).body).toBe(
    '{"firstName":"a","constructor":"b"}',
  );
});

import { describe, expect, test } from 'vitest';

import { FORMATS, KNOWN_FORMATS } from '#app/blueprint/import/formats.ts';
import { FOREIGN_MARKUP } from '#app/blueprint/import/foreign/formats.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { recogniseDocument } from '#app/blueprint/import/recognise-document.ts';
import { TextStart } from '#app/blueprint/import/text/text-start.ts';
import { splitPasted } from '#app/builder/models/split-pasted.ts';
import { detectInput } from '#app/drafts/documents/composer-input.ts';
import { isDocument } from '#app/drafts/documents/is-document.ts';
import { findDocuments } from '#app/extraction/reading/find-document.ts';
import { readMessage } from '#app/extraction/reading/read-message.ts';
import { lexiconFor } from '#app/extraction/vocabulary/lexicon.ts';

const PATHS = '{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}';
const INFO = '"info":{"title":"X","version":"1"}';

/** Texts, and the formats that they are recognised as; null: they are said to the builder. */
const TEXTS: [what: string, text: string, id: string | null][] = [
  ['OpenAPI 3.1, JSON', `{"openapi":"3.1.0",${INFO},"paths":${PATHS}}`, 'openapi'],
  [
    'OpenAPI 3.2, JSON, its version last',
    `{${INFO},"paths":${PATHS},"openapi":"3.2.0"}`,
    'openapi',
  ],
  ['OpenAPI 3.0, YAML', 'openapi: 3.0.3\ninfo: {title: X, version: "1"}\npaths: {}\n', 'openapi'],
  ['YAML behind a comment', '# ours\n---\nopenapi: "3.1.0"\npaths: {}\n', 'openapi'],
  ['YAML behind an address', 'https://a.example/\nopenapi: 3.1.0\npaths: {}\n', 'openapi'],
  ['YAML with Windows line ends', 'info:\r\n  title: X\r\nopenapi: 3.1.0\r\n', 'openapi'],
  ['YAML behind a byte order mark', '\uFEFFopenapi: 3.1.0\npaths: {}\n', 'openapi'],
  ['a mapping in braces', '{openapi: 3.1.0, paths: {}}', 'openapi'],
  ['Swagger 2, YAML', 'swagger: "2.0"\ninfo:\n  title: X\npaths: {}\n', 'openapi'],
  ['Swagger 2, JSON', `{"swagger":"2.0",${INFO},"paths":${PATHS}}`, 'openapi'],
  ['half an OpenAPI document', '{"openapi": "3.1.0", "paths": {"/a": {', 'openapi'],
  ['one line of YAML', 'openapi: 3.1.0', 'openapi'],
  ['paths without a head, JSON', `{"paths":${PATHS}}`, 'openapi-fragment'],
  ['paths without a head, YAML', 'paths:\n  /a:\n    get: {}\n', 'openapi-fragment'],
  ['a command', 'curl https://api.acme.com/v1/users', 'curl'],
  ['a script', '# list\n$ curl -s https://api.acme.com/v1/users \\\n  -H "A: b"\n', 'curl'],
  [
    'a Postman collection',
    '{"info":{"_postman_id":"1","name":"X"},"item":[{"name":"a","request":{"method":"GET"}}]}',
    'postman',
  ],
  [
    'a Postman collection of an address',
    '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/"},"item":[]}',
    'postman',
  ],
  [
    'a Postman collection of its API',
    '{"collection":{"info":{"_postman_id":"1","name":"X"},"item":[]}}',
    'postman',
  ],
  [
    'a Postman collection without marks',
    '{"info":{"name":"X"},"item":[{"name":"a","request":"https://api.test/a"}]}',
    'postman',
  ],
  [
    'a Postman collection of version 1',
    '{"id":"1","name":"X","order":[],"requests":[]}',
    'postman-1',
  ],
  ['AsyncAPI, YAML', 'asyncapi: 3.0.0\ninfo:\n  title: X\n', 'asyncapi'],
  ['AsyncAPI, JSON', '{"asyncapi":"2.6.0","channels":{}}', 'asyncapi'],
  ['Arazzo', 'arazzo: 1.0.0\ninfo:\n  title: X\n', 'arazzo'],
  ['an overlay', 'overlay: 1.0.0\nactions: []\n', 'overlay'],
  ['Swagger 1', '{"swaggerVersion":"1.2","apis":[]}', 'swagger-1'],
  ['GraphQL', 'type Query {\n  users(first: Int): [User!]!\n}\n', 'graphql'],
  ['GraphQL that begins with words', '"""\nOurs\n"""\nschema {\n  query: Query\n}\n', 'graphql'],
  [
    'GraphQL that begins with an interface',
    'interface A {\n  id: ID!\n}\ntype B {\n}\n',
    'graphql',
  ],
  ['a page', '<!doctype html>\n<html><body>Docs</body></html>', 'html'],
  ['XML', '<?xml version="1.0"?>\n<a/>', 'xml'],
  ['WSDL', '<?xml version="1.0"?>\n<wsdl:definitions name="X"/>', 'wsdl'],
  ['RAML', '#%RAML 1.0\ntitle: X\n', 'raml'],
  ['API Blueprint', 'FORMAT: 1A\n\n# X\n', 'api-blueprint'],
  ['other JSON', '{"id": 1, "name": "Ada"}', 'json'],
  ['a list', '[{"id": 1}]', 'json'],
  ['half of other JSON', '{"id": 1, "tags": [', 'json'],
  ['a request', 'Add a tool that gets https://api.acme.com/v1/users', null],
  ['prose with a colon', 'Note: the tool gets https://api.acme.com/v1/users', null],
  ['prose about openapi:', 'We speak openapi: 3.1 since May. GET https://a.example/users', null],
  ['an address behind openapi:', 'Import openapi: https://a.example/openapi.json', null],
  ['prose about curl', 'My curl says that https://a.example is down', null],
  ['prose before a command', 'Make a tool of\ncurl https://api.acme.com/v1/users', null],
  ['CSV', 'method,path,what\nGET,/users,all users\n', null],
  ['notes in Markdown', '# Farm API\nhttps://farm.example/v1\n- GET /cows\n', null],
  ['a list of routes', '[GIN-debug] GET /v1/wells --> main.listWells (3 handlers)', null],
  ['a path with a variable', 'Use {{base}}/users/:id', null],
  ['a settings file', 'name: x\nport: 80\n', null],
  ['a type of TypeScript', 'type User = { id: number }', null],
  ['an interface of TypeScript', 'interface User {\n  id: number;\n}', null],
  ['another language', 'GET /users: alle Benutzer, bitte', null],
];

describe.each(TEXTS)('%s', (_what, text, id) => {
  const format = recogniseDocument(text);

  test(`is ${id === null ? 'no document' : id}`, () => {
    expect(format?.id ?? null).toBe(id);
  });

  test('is imported by the start page if it is a whole document', () => {
    const isImported = format !== null && format.isFragment !== true;
    expect(detectInput(text, isDocument)?.kind).toBe(isImported ? 'text' : 'words');
  });

  test('is read by the built-in builder as what it is', () => {
    const { documents, endpoints } = readMessage(text, lexiconFor(text));
    const isMarkup = FOREIGN_MARKUP.some((each) => each === format);
    const isReadAsWords = format === null || id === 'json' || isMarkup;
    if (id === 'curl') expect(endpoints).not.toEqual([]);
    else expect(documents).toHaveLength(isReadAsWords ? 0 : 1);
    for (const document of documents) expect(text.trim()).toContain(document.text.trim());
  });

  test('is trusted only if it is no document, or a request of the person', () => {
    const isTheirs = id === null || id === 'curl';
    expect(splitPasted(text).said).toBe(isTheirs ? text.trim() : '');
  });

  test('is refused by its name, if it is of a format that has one', async () => {
    const outcome = await importDocument(text);
    const message = outcome.ok ? '' : outcome.message;
    const isRead = FORMATS.some((each) => each === format) || format?.isFragment === true;
    const isNamed = format !== null && !isRead && id !== 'json';
    expect(message).toContain(isNamed ? format.label : '');
  });
});

test('a document in the middle of a line is not among the words of the person', () => {
  const document = `{"openapi":"3.1.0",${INFO},"paths":${PATHS}}`;
  const text = `Import ${document}`;
  expect(splitPasted(text)).toEqual({ said: 'Import', pasted: document });
});

const ITEM = '{"name":"a","request":{"method":"GET","url":"https://api.test/a"}}';
const COLLECTION_INFO = '"info":{"_postman_id":"1","name":"X"}';

test.each([
  `{${COLLECTION_INFO},"item":[${ITEM}]}`,
  `{"item":[${ITEM}],${COLLECTION_INFO}}`,
  `{"variable":[],${COLLECTION_INFO},"item":[${ITEM}]}`,
  `{"auth":null,${COLLECTION_INFO},"item":[${ITEM}]}`,
  `{"collection":{${COLLECTION_INFO},"item":[${ITEM}]}}`,
  '{"asyncapi":"2.6.0","channels":{"a}":{}}}',
  `{"openapi":"3.1.0",${INFO},"paths":${PATHS}}`,
])('a document is read without the words around it: %.25s', async (document) => {
  for (const message of [
    `${document}\n\nCall it Shop.`,
    `Take this:\n${document}\nCall it Shop.`,
  ]) {
    const { documents, rest } = findDocuments(message);
    expect(documents.map(({ text }) => text)).toEqual([document]);
    expect(rest).toContain('Call it Shop.');
    expect(rest).not.toContain('{');
  }
});

test('each of two documents in a message is one of its own', () => {
  const one = `{${COLLECTION_INFO},"item":[${ITEM}]}`;
  const two = `{"openapi":"3.1.0",${INFO},"paths":${PATHS}}`;
  for (const message of [`${one}\n${two}`, `A:\n${two}\nB:\n${one}`]) {
    const { documents } = findDocuments(message);
    expect(documents.map(({ text }) => text).toSorted()).toEqual([one, two].toSorted());
  }
});

test('an object before a document does not hide it', () => {
  const document = `{"openapi":"3.1.0",${INFO},"paths":${PATHS}}`;
  const message = `It answers {"info": {"a": 1}} and {"auth": {"b": ${document}}}`;
  expect(findDocuments(message).documents.map(({ text }) => text)).toEqual([document]);
});

test.each([
  'Goal: a shop\nopenapi: 3 endpoints',
  'swagger: 2 of our tools need it\npaths: three',
  'asyncapi: 3 topics, please',
  'openapi: 3.1 since May',
])('prose with a key and a number is no document: %j', (text) => {
  expect(recogniseDocument(text)).toBeNull();
});

test.each([
  'openapi: 3.1.0 # ours\npaths: {}',
  "openapi: '3.0.4'\r\npaths: {}",
  'swagger: 2.0\npaths: {}',
  '"openapi": "3.1.0",\n"paths": {}',
  'openapi : 3.2.0-rc1\npaths: {}',
])('the line of a version may be written in many ways: %j', (text) => {
  expect(recogniseDocument(text)?.id).toBe('openapi');
});

test('each format that can be imported has a reader, and each format an id of its own', async () => {
  for (const { loadReader } of FORMATS) expect(typeof (await loadReader())).toBe('function');
  const ids = KNOWN_FORMATS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Pieces that a pattern which looks at anything twice would be slow on, a million characters each. */
const PIECES = [
  'a',
  ' ',
  '\n',
  '\r',
  '\t',
  '{',
  '[',
  '"',
  '\\',
  '<',
  '#',
  '`',
  '-',
  'a:',
  '\n ',
  '\r\n',
  ' /',
  '{"',
  '{ ',
  '"":',
  'a: \n',
  '{"a":',
  'x=',
  "x='",
  'type a ',
  'type a {',
  'curl ',
  'a\r',
  '"\n',
  '<a ',
  '<!--',
  '<?xml ',
  '"paths":',
  'paths:\n /',
  'openapi: 3\n',
  '```\n',
  'https://',
  '%',
];

test.each(PIECES)('a million characters of %j are told at once', (piece) => {
  const body = piece.repeat(Math.ceil(1_000_000 / piece.length));
  for (const start of ['', 'openapi: 3.1.0\n', '{', 'type ', '<?xml ', 'paths:\n', 'a: ', '# ']) {
    const text = start + body;
    for (const { detect } of KNOWN_FORMATS) {
      expect(typeof detect(new TextStart(text))).toBe('boolean');
    }
  }
});

test.each(PIECES)('a hundred thousand characters of %j are split and searched in time', (piece) => {
  const body = piece.repeat(Math.ceil(100_000 / piece.length));
  for (const start of ['', 'openapi: 3.1.0\n', 'Import {"paths":']) {
    expect(findDocuments(start + body).documents.length).toBeLessThanOrEqual(10);
    const { said, pasted } = splitPasted(start + body);
    expect(said.length + pasted.length).toBeLessThanOrEqual(start.length + body.length);
  }
});

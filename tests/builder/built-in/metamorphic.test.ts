import { describe, expect, test } from 'vitest';

import { Talk } from './talk.ts';
import { swapWords, toShape } from './to-shape.ts';

async function build(...messages: string[]): Promise<unknown> {
  const talk = new Talk();
  let blueprint = null;
  for (const message of messages) ({ blueprint } = await talk.say(message));
  if (blueprint === null) throw new Error('Nothing was said.');
  return toShape(blueprint);
}

const BASE = 'https://api.beehive.example/v3';

interface Endpoint {
  method: string;
  path: string;
  words: string;
}

const HIVES: Endpoint[] = [
  { method: 'GET', path: '/hives', words: 'list all hives' },
  { method: 'POST', path: '/hives', words: 'add a hive' },
  { method: 'GET', path: '/hives/{hiveId}', words: 'one hive' },
  { method: 'PATCH', path: '/hives/{hiveId}/queen', words: 'change the queen' },
  { method: 'DELETE', path: '/hives/{hiveId}/frames/{frameNo}', words: 'remove a frame' },
];

const plain = ({ method, path, words }: Endpoint) => `${method} ${path} - ${words}`;
const OPENING = `Build an MCP server for ${BASE} with these endpoints:`;
const toMessage = (lines: string[], opening = OPENING) => [opening, '', ...lines].join('\n');
const LIST = toMessage(HIVES.map(plain));

const LAYOUTS: Record<string, string[]> = {
  'in another order': HIVES.toReversed().map(plain),
  'as bullets': HIVES.map((each) => `- ${plain(each)}`),
  'as stars with code': HIVES.map(({ method, path, words }) => `* \`${method} ${path}\`: ${words}`),
  'as bold bullets': HIVES.map(
    ({ method, path, words }) => `- **${method}** \`${path}\` — ${words}`,
  ),
  numbered: HIVES.map((each, at) => `${at + 1}. ${plain(each)}`),
  'numbered with brackets': HIVES.map((each, at) => `${at + 1}) ${plain(each)}`),
  'as check boxes': HIVES.map((each) => `- [ ] ${plain(each)}`),
  'as a Markdown table': [
    '| Method | Path | Description |',
    '|--------|------|-------------|',
    ...HIVES.map(({ method, path, words }) => `| ${method} | ${path} | ${words} |`),
  ],
  'as a table with the path first': [
    '| Endpoint | Verb | What it does |',
    '|---|---|---|',
    ...HIVES.map(({ method, path, words }) => `| \`${path}\` | ${method} | ${words} |`),
  ],
  'as TSV': [
    'Method\tPath\tDescription',
    ...HIVES.map(({ method, path, words }) => [method, path, words].join('\t')),
  ],
  'as CSV': [
    'method,path,description',
    ...HIVES.map(({ method, path, words }) => [method, path, words].join(',')),
  ],
  'in a code fence': ['```', ...HIVES.map(plain), '```'],
  'with comments of code': HIVES.map(({ method, path, words }) => `${method} ${path}  # ${words}`),
  'with slashes of code': HIVES.map(({ method, path, words }) => `${method} ${path} // ${words}`),
  'words first': HIVES.map(({ method, path, words }) => `${words}: ${method} ${path}`),
  'words in brackets': HIVES.map(({ method, path, words }) => `${method} ${path} (${words})`),
  'small methods': HIVES.map(
    ({ method, path, words }) => `${method.toLowerCase()} ${path} - ${words}`,
  ),
  'whole addresses': HIVES.map(({ method, path, words }) => `${method} ${BASE}${path} - ${words}`),
  'with trailing slashes and spaces': HIVES.map((each) => `   ${plain(each)}   `),
  'with CRLF': HIVES.map((each) => `${plain(each)}\r`),
  'with colons': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, ':$1')),
  'with angles': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, '<$1>')),
  'with brackets': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, '[$1]')),
  'with typed angles': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, '<string:$1>')),
  'with dollars': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, '${$1}')),
  'with double braces': HIVES.map((e) => plain(e).replace(/\{(\w+)\}/g, '{{$1}}')),
  'with a blank line between': HIVES.flatMap((each) => [plain(each), '']),
  'as headings': HIVES.flatMap(({ method, path, words }) => [`### ${method} ${path}`, words, '']),
};

describe('endpoints are the same', () => {
  test.each(Object.entries(LAYOUTS))('%s', async (_layout, lines) => {
    expect(await build(toMessage(lines))).toEqual(await build(LIST));
  });
});

const lines = HIVES.map(plain);
const OPENINGS: Record<string, string> = {
  politely: [
    'Hi there! I hope you are well.',
    'Could you please build me an MCP server for',
    `${BASE} with these endpoints:`,
    '',
    ...lines,
    '',
    'Thank you so much in advance, you are great!',
  ].join('\n'),
  'base before': [`Base URL: ${BASE}`, '', ...lines].join('\n'),
  'base after': [...lines, '', `The base URL is ${BASE}`].join('\n'),
  'base after, bare': [...lines, '', BASE].join('\n'),
  'base bare before': [BASE, '', ...lines].join('\n'),
  'base in the middle': [
    ...lines.slice(0, 2),
    '',
    `everything lives at ${BASE}`,
    '',
    ...lines.slice(2),
  ].join('\n'),
  'all at base': [...lines, '', `All of them are at ${BASE}.`].join('\n'),
  bold: [`**Base URL:** \`${BASE}\``, '', ...lines].join('\n'),
  heading: ['# Beehive API', '', `Server: ${BASE}`, '', '## Endpoints', ...lines].join('\n'),
  'env line': [`BASE_URL=${BASE}`, '', ...lines].join('\n'),
  Spanish: [`Crea un servidor MCP para ${BASE} con estos endpoints:`, '', ...lines].join('\n'),
  Portuguese: [`Crie um servidor MCP para ${BASE} com estes endpoints:`, '', ...lines].join('\n'),
  Italian: [`Crea un server MCP per ${BASE} con questi endpoint:`, '', ...lines].join('\n'),
  Dutch: [`Bouw een MCP-server voor ${BASE} met deze endpoints:`, '', ...lines].join('\n'),
  Japanese: [`${BASE} のMCPサーバーを作ってください。エンドポイント:`, '', ...lines].join('\n'),
  Chinese: [`请为 ${BASE} 创建一个MCP服务器,接口如下:`, '', ...lines].join('\n'),
  typos: [`Biuld an MCP servr for ${BASE} wiht theese endpionts:`, '', ...lines].join('\n'),
};

describe('around the endpoints', () => {
  test.each(Object.entries(OPENINGS))('%s', async (_opening, message) => {
    expect(await build(message)).toEqual(await build(LIST));
  });
});

const PLANTS = `GET https://greenhouse.example/api/plants with limit (integer, optional, max 50, default 20), light (required, one of shade, sun) and note (string, up to 80 characters)`;
const SAME_FACTS: Record<string, string> = {
  'other words': [
    'GET https://greenhouse.example/api/plants',
    'Query parameters:',
    '* `limit` (int, optional) - at most 50, defaults to 20',
    '* `light` (required): shade | sun',
    '* `note` (string) - up to 80 characters',
  ].join('\n'),
  table: [
    'GET https://greenhouse.example/api/plants',
    '',
    '| name | type | required | description |',
    '|---|---|---|---|',
    '| limit | integer | no | max 50, default 20 |',
    '| light | string | yes | one of shade, sun |',
    '| note | string | no | up to 80 characters |',
  ].join('\n'),
  polite: `Hello, may I ask you for something? I need one tool: ${PLANTS}. Many thanks!`,
  German:
    'GET https://greenhouse.example/api/plants mit limit (Ganzzahl, optional, höchstens 50, Standard 20), light (Pflicht, eines von shade, sun) und note (Text, höchstens 80 Zeichen)',
  French:
    'GET https://greenhouse.example/api/plants avec limit (entier, optionnel, maximum 50, par défaut 20), light (obligatoire, parmi shade, sun) et note (texte, 80 caractères maximum)',
  Spanish:
    'GET https://greenhouse.example/api/plants con limit (entero, opcional, máximo 50, por defecto 20), light (obligatorio, uno de shade, sun) y note (texto, máximo 80 caracteres)',
  Dutch:
    'GET https://greenhouse.example/api/plants met limit (geheel getal, optioneel, maximaal 50, standaard 20), light (verplicht, een van shade, sun) en note (tekst, maximaal 80 tekens)',
};

describe('facts of arguments', () => {
  test.each(Object.entries(SAME_FACTS))('%s', async (_words, message) => {
    expect(await build(message)).toEqual(await build(PLANTS));
  });
});

const START =
  'GET https://boats.example/v1/boats?limit=\nPOST https://boats.example/v1/boats (name, length: number)\nDELETE https://boats.example/v1/boats/{id}';
const EDITS: Record<string, [string, ...string[]]> = {
  remove: [
    'remove delete_boat',
    'please remove the tool delete_boat, thanks',
    'delete the delete_boat tool',
    'drop delete_boat',
    'get rid of delete_boat',
    'Entferne delete_boat',
    'Lösche das Tool delete_boat',
    'supprime delete_boat',
    'remova delete_boat',
    'rimuovi delete_boat',
    'verwijder delete_boat',
    'delete_boat を削除して',
    '删除 delete_boat',
    'remove the tool that deletes boats',
  ],
  rename: [
    'rename list_boats to find_boats',
    'call list_boats find_boats instead',
    'list_boats should be called find_boats',
    'Benenne list_boats in find_boats um',
    'renomme list_boats en find_boats',
    'renombra list_boats a find_boats',
    'hernoem list_boats naar find_boats',
    'rename `list_boats` → `find_boats`',
    'change the name of list_boats to find_boats',
    'list_boats -> find_boats',
  ],
  bearer: [
    'use a bearer token',
    'it needs a bearer token',
    'auth: bearer',
    'Authorization: Bearer <token>',
    'use bearer authentication for all of them',
    'utilise un jeton bearer',
    'usa un token bearer',
  ],
  limit: [
    'make limit of list_boats required, at most 100',
    'limit of list_boats is required and at most 100',
    'list_boats: limit required, max 100',
    'limit in list_boats: required, <= 100',
    'rends limit de list_boats obligatoire, maximum 100',
  ],
  confirm: [
    'create_boat should ask for confirmation',
    'create_boat needs a confirmation',
    'create_boat soll vorher nachfragen',
  ],
  keep: [
    'list_boats returns only id and name',
    'only return id and name from list_boats',
    'list_boats: keep only id, name',
    'trim the response of list_boats to id and name',
  ],
};

describe.each(Object.entries(EDITS))('%s', (_edit, [usual, ...others]) => {
  test.each(others)('%s', async (other) => {
    const wanted = await build(START, usual);
    expect(wanted).not.toEqual(await build(START));
    expect(await build(START, other)).toEqual(wanted);
  });
});

/** Hosts and names that mean something else, and are built like the ones that they stand for. */
const OTHERS: Record<string, string> = {
  'api.beehive.example/v3': 'rest.quarry.test:8443/v3',
  'greenhouse.example/api': 'museum.internal.test/rest',
  'boats.example/v1': 'fleet.corp.test/v1',
  // Secrets are named after the host.
  BEEHIVE: 'QUARRY',
  GREENHOUSE: 'INTERNAL',
  BOATS: 'CORP',
  hive: 'crate',
  queen: 'label',
  frame: 'stone',
  plant: 'fossil',
  shade: 'glass',
  light: 'floor',
  boat: 'truck',
};
const swap = (text: string) =>
  Object.entries(OTHERS).reduce((all, [from, to]) => all.replaceAll(from, to), text);

const CONVERSATIONS: [string, ...string[]][] = [
  ...Object.entries(LAYOUTS).map(([name, rows]): [string, string] => [name, toMessage(rows)]),
  ...Object.entries(OPENINGS),
  ...Object.entries(SAME_FACTS),
  ...Object.values(EDITS)
    .flat()
    .map((edit): [string, string, string] => [edit, START, edit]),
];

describe('with other hosts and names', () => {
  test.each(CONVERSATIONS)('%s', async (_name, ...messages) => {
    const wanted = swapWords(await build(...messages), swap);
    expect(await build(...messages.map(swap))).toEqual(wanted);
  });
});

import { expect, test } from 'vitest';

import { runTurn } from './run-turn.ts';
import { Talk } from './talk.ts';
import type { HeldTurn } from './talk.ts';

const USER = 'Add a tool that gets https://api.example.com/users/{id} and returns name and email';
const TWO_APIS = 'GET https://billing.acme.com/x and GET https://b.acme.com/y';

async function hold(...texts: string[]): Promise<HeldTurn> {
  const talk = new Talk();
  let turn = await talk.say(texts[0] ?? '');
  for (const text of texts.slice(1)) turn = await talk.say(text);
  return turn;
}

/** Arguments of the first tool, those of its body among them. */
function readArguments({ blueprint }: HeldTurn): unknown {
  const schema = blueprint.tools[0]?.inputSchema as {
    properties: Record<string, { properties?: unknown }>;
  };
  return schema.properties['body']?.properties ?? schema.properties;
}

test.each([
  ['rename the server to Acme Users', 'Acme Users'],
  ['rename the server to acme users please', 'acme users'],
  ['rename the server to Acme Users and make id an integer', 'Acme Users'],
  ['call the server Acme Users, and remove get_user', 'Acme Users'],
])('"%s" keeps every word of the name', async (text, title) => {
  const { blueprint } = await hold(USER, text);
  expect(blueprint.identity.title).toBe(title);
});

test('a name ends at a comma', async () => {
  const { blueprint } = await hold(
    'create a server named weather bot, GET https://api.example.com/users with city',
  );
  expect(blueprint.identity.title).toBe('weather bot');
});

test.each([
  'rename "get_user" to "find person"',
  'rename get_user to find person',
  'rename get_user to find person please',
])('%s makes one name of two words', async (text) => {
  const { blueprint } = await hold(USER, text);
  expect(blueprint.tools.map(({ name }) => name)).toEqual(['find_person']);
});

test('each request of a sentence is carried out, the type of an argument too', async () => {
  const turn = await hold(
    USER,
    'rename it to find_user, make its id an integer, and have it return only name',
  );
  expect(readArguments(turn)).toMatchObject({ id: { type: 'integer' } });
  expect(turn.blueprint.tools[0]).toMatchObject({
    name: 'find_user',
    action: { response: { keep: ['name'] } },
  });
});

test.each([
  [
    'POST https://api.example.com/users with name and email required',
    { name: { type: 'string' }, email: { type: 'string' } },
  ],
  [
    'POST https://api.example.com/users takes name string and email string',
    { name: { type: 'string' }, email: { type: 'string' } },
  ],
  [
    'uma ferramenta que lista GET https://api.exemplo.com/pedidos?limit= , limit no máximo 50, padrão 10',
    { limit: { type: 'integer', maximum: 50, default: 10 } },
  ],
  [
    'una herramienta GET https://api.ejemplo.com/pedidos con limit no más de 50, por defecto 10',
    { limit: { type: 'integer', maximum: 50, default: 10 } },
  ],
  [
    'uno strumento GET https://api.esempio.com/ordini con limit non più di 50, predefinito 10',
    { limit: { type: 'integer', maximum: 50, default: 10 } },
  ],
  [
    'un outil GET https://api.exemple.com/commandes avec limit pas plus de 50, par défaut 10',
    { limit: { type: 'integer', maximum: 50, default: 10 } },
  ],
  [
    'ein Werkzeug GET https://api.beispiel.de/termine mit limit, höchstens 50, soll ohne Angabe 30 sein',
    { limit: { type: 'integer', maximum: 50, default: 30 } },
  ],
  [
    'GET https://api.example.com/weather with lat lon both floats required',
    { lat: { type: 'number' }, lon: { type: 'number' } },
  ],
  [
    'GET https://api.example.com/items with query min_price, max_price (numbers)',
    { min_price: { type: 'number' }, max_price: { type: 'number' } },
  ],
  [
    'Uma ferramenta GET https://api.example.com/discos com label, yearFrom e yearTo (inteiros)',
    { label: { type: 'string' }, yearFrom: { type: 'integer' }, yearTo: { type: 'integer' } },
  ],
  [
    'GET https://api.example.com/tracks with artist and album id',
    { artist: { type: 'string' }, album_id: { type: 'string' } },
  ],
])('%s', async (text, expected) => {
  expect(readArguments(await hold(text))).toEqual(expected);
});

test.each([
  'GET https://api.example.com/albums with artist and page size as per_page',
  'GET https://api.example.com/albums with artist and page size, sent as per_page',
])('%s: the name on the wire', async (text) => {
  const { blueprint } = await hold(text);
  expect(blueprint.tools[0]?.action).toMatchObject({
    parameters: [
      { argument: 'artist', name: 'artist' },
      { argument: 'page_size', name: 'per_page' },
    ],
  });
});

const DOG = `    Dog:
      type: object
      required: [name]
      properties:
        name:
          type: string
        age:
          type: integer
          minimum: 0
`;
const CREATE_DOG = 'POST https://api.example.com/dogs';

test('a schema fragment beside an endpoint becomes its body', async () => {
  const turn = await hold(`${CREATE_DOG}\n\ncomponents:\n  schemas:\n${DOG}`);
  expect(readArguments(turn)).toEqual({
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0 },
  });
});

test('schemas that no endpoint uses are reported as unused', async () => {
  const get = 'GET https://api.example.com/dogs';
  const turn = await hold(`${get}\n\ncomponents:\n  schemas:\n${DOG}`);
  expect(readArguments(turn)).toEqual({});
  expect(turn.said).toContain('`Dog`');
});

test('a function around a request gives its arguments types and defaults', async () => {
  const call =
    'requests.get("https://api.fx.example.com/convert", params={"amount": amount, "currency": currency})';
  const turn = await hold(
    `\`\`\`python\ndef convert(amount: float, currency="EUR"):\n    r = ${call}\n    return r.json()\n\`\`\``,
  );
  expect(readArguments(turn)).toEqual({
    amount: { type: 'number' },
    currency: { type: 'string', default: 'EUR' },
  });
});

test.each([
  'b needs api key in header X-Api-Key',
  'b needs api key in header X-Api-Key for all requests',
  'billing needs a bearer token and b needs an api key in header X-Api-Key',
])('"%s" sets the key of that API only', async (text) => {
  const { blueprint } = await hold(TWO_APIS, text);
  const keyed = blueprint.upstreams.filter(({ auth }) =>
    auth.some(({ kind }) => kind === 'apiKey'),
  );
  expect(keyed.map(({ baseUrl }) => baseUrl)).toEqual(['https://b.acme.com']);
});

test.each([
  ['vin must be 17 characters', '17 characters'],
  ['vin must be at most 20 characters', 'at most 20 characters'],
])('"%s" is reported as a change', async (text, told) => {
  const { said } = await hold('GET https://api.cars.example/cars/{vin}', text);
  expect(said).toContain(told);
});

test('"turn get_user off" stops serving it', async () => {
  const { blueprint } = await hold(USER, 'turn get_user off');
  expect(blueprint.tools[0]?.enabled).toBe(false);
});

test('of a check that was named and is left, the answer tells what puts it right', () => {
  const said = (id: string) => ({ id, evidence: `${id} is wrong`, fix: `Mend ${id}.` });
  const left = ['tools.saysWhen', 'ops.health'].map(said);
  const answers = { fix_findings: { fixed: [], left, verdict: '2 things to fix' } };
  const { calls, summary } = runTurn('Fix `tools.saysWhen` in the report.', { answers });
  expect(calls.at(-1)).toEqual({ tool: 'fix_findings', input: { ids: ['tools.saysWhen'] } });
  expect(summary).toBe(
    '`tools.saysWhen` is left: tools.saysWhen is wrong. Mend tools.saysWhen. The report now says: 2 things to fix.',
  );
});

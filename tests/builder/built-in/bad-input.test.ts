import { describe, expect, test } from 'vitest';

import { Talk } from './talk.ts';

const MOST_STEPS = 10;
const ZOO = 'https://zoo.example/api';

/** What people paste that is no request, or far more than one. */
const BAD: Record<string, string> = {
  nothing: '',
  'nothing but space': '  \n\t ',
  'nothing but emoji': '🤷🎉🔥',
  'nothing but hidden characters': '\u200B\u202E\uFEFF',
  'text from right to left': 'ابنِ خادمًا لقائمة الصلوات من فضلك',
  'a megabyte of prose': 'Our zoo keeps animals, and every one of them has a keeper. '.repeat(
    18_000,
  ),
  'a megabyte without a space': 'x'.repeat(1_000_000),
  'a table of 100,000 rows': toTable(100_000),
  'people instead of endpoints': `name\tage\n${count(20_000, (at) => `Bob${at}\t${at}`)}`,
  'half a document': '{"openapi":"3.0.0","info":{"title":"Half"},"paths":{"/a":{"get":{"resp',
  'half a body': 'POST https://zoo.example/animals\n{"name":"Leo","age":',
  'ten documents': count(10, toDocument, '\n\n'),
  'opposite wishes': `GET ${ZOO}/animals with limit required and limit optional`,
  'a private address': 'GET http://192.168.1.10/api/lamps',
  'the address of a cloud': 'GET http://169.254.169.254/latest/meta-data',
  'an address that is none': 'GET https://./x and https:///y',
};

function count(most: number, write: (at: number) => string, between = '\n'): string {
  return Array.from({ length: most }, (_, at) => write(at)).join(between);
}

function toTable(rows: number): string {
  return `| Method | Path |\n|---|---|\n${count(rows, (at) => `| GET | /row${at} |`)}`;
}

function toDocument(at: number): string {
  const paths = { [`/things${at}`]: { get: { responses: { 200: { description: 'Fine' } } } } };
  const servers = [{ url: `https://doc${at}.example/api` }];
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: `D${at}`, version: '1' },
    servers,
    paths,
  });
}

describe('bad input', () => {
  test.each(Object.entries(BAD))(
    '%s ends with a sentence',
    async (_what, text) => {
      const { said, steps } = await new Talk().say(text);
      expect(said).toMatch(/\w{3,}[^]*[.?!:)}\]`]/);
      expect(said.length).toBeLessThan(20_000);
      expect(steps).toBeLessThanOrEqual(MOST_STEPS);
    },
    30_000,
  );

  test.each(Object.entries(BAD))(
    '%s keeps the existing tools',
    async (_what, text) => {
      const talk = new Talk();
      const before = await talk.say(`GET ${ZOO}/keepers?limit=`);
      const { blueprint } = await talk.say(text);
      expect(blueprint.tools).toEqual(expect.arrayContaining(before.blueprint.tools));
    },
    30_000,
  );

  test('a message that is too long reports how much was read', async () => {
    const { said } = await new Talk().say(BAD['a megabyte of prose'] ?? '');
    expect(said).toContain('40,000 characters');
  });

  test.each([
    'Build a server for https://admin:hunter2secret@zoo.example/v1\nGET /items\nGET /items/{id}',
    'GET https://admin:hunter2secret@zoo.example/v1/items',
    'https://admin:hunter2secret@zoo.example/v1',
    'curl https://admin:hunter2secret@zoo.example/v1/items',
  ])('a password in an address is never repeated: %s', async (text) => {
    const talk = new Talk();
    for (const each of [text, 'what does it call?']) {
      const { said, blueprint, calls } = await talk.say(each);
      expect(JSON.stringify([said, blueprint, calls])).not.toContain('hunter2secret');
    }
  });

  test('the same endpoint twice is one tool', async () => {
    const twice = `GET ${ZOO}/animals\nGET ${ZOO}/animals\nget ${ZOO}/animals/`;
    const talk = new Talk();
    expect((await talk.say(twice)).blueprint.tools).toHaveLength(1);
    expect((await talk.say(`GET ${ZOO}/animals`)).blueprint.tools).toHaveLength(1);
  });

  test.each([
    ['lines', `${ZOO}\n${count(200, (at) => `GET /cages${at}/{id} - cage ${at}`)}`],
    ['a table', `${ZOO}\n\n${toTable(200)}`],
    [
      'sentences',
      `The API is at ${ZOO}. ${count(200, (at) => `Use GET /cages${at} to list the cages of house ${at}.`, ' ')}`,
    ],
    [
      'one sentence',
      `The API is at ${ZOO}. It has ${count(200, (at) => `GET /cages${at}`, ', ')}.`,
    ],
  ])(
    '200 endpoints in %s are 200 tools',
    async (_form, text) => {
      const { blueprint, steps } = await new Talk().say(text);
      expect(blueprint.tools).toHaveLength(200);
      expect(new Set(blueprint.tools.map(({ name }) => name)).size).toBe(200);
      expect(steps).toBeLessThanOrEqual(MOST_STEPS);
    },
    30_000,
  );
});

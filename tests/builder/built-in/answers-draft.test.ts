import { describe, expect, test } from 'vitest';

import { answerQuestion } from '#app/builder/built-in/answers/describe-draft.ts';
import type { ArgumentFacts, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { lexiconFor } from '#app/extraction/vocabulary/lexicon.ts';

function argument(name: string, facts: Partial<ArgumentFacts> = {}): ArgumentFacts {
  return { name, in: 'query', type: 'string', required: false, ...facts };
}

function tool(name: string, request: string, facts: Partial<ToolFacts> = {}): ToolFacts {
  const [method = 'GET', path = '/'] = request.split(' ');
  const reads = method === 'GET';
  return {
    name,
    method,
    path,
    enabled: true,
    kind: 'http',
    upstream: 'api',
    reads,
    destructive: method === 'DELETE',
    confirms: method === 'DELETE',
    arguments: [],
    ...facts,
  };
}

const path = (name: string) => argument(name, { in: 'path', required: true });

const draft: DraftFacts = {
  identity: { name: 'harbour-guide', title: 'Harbour guide' },
  upstreams: [{ id: 'api', baseUrl: 'https://harbour.example.org/api', auth: [{ kind: 'basic' }] }],
  tools: [
    tool('list_berths', 'GET /berths', {
      arguments: [
        argument('zone'),
        argument('limit', { type: 'integer', maximum: 50, default: 10 }),
      ],
    }),
    tool('list_moorings', 'GET /berths/{berthId}/moorings', { arguments: [path('berthId')] }),
    tool('list_ships', 'GET /ships', { keep: ['name', 'flag'] }),
    tool('create_review', 'POST /ships/{id}/reviews', {
      arguments: [
        path('id'),
        argument('stars', { in: 'body', type: 'integer', minimum: 1, maximum: 5, required: true }),
        argument('text', { in: 'body' }),
      ],
    }),
    tool('delete_ship', 'DELETE /ships/{id}', { arguments: [path('id')] }),
  ],
  resources: [],
  prompts: [],
  templates: [],
};

function ask(text: string, subject: string[] = []): string | null {
  return answerQuestion(text, draft, subject, lexiconFor(text));
}

describe('questions about the draft', () => {
  test.each([
    ['how many tools do I have now?', ['5 tools']],
    ['which tools are there?', ['list_berths', 'delete_ship']],
    ['list the tools', ['list_berths', 'delete_ship']],
    ['what can you tell me about delete_ship?', ['DELETE', '/ships/{id}']],
    ['What arguments does create_review take?', ['`stars` (integer, 1 to 5, required)', '`text`']],
    ['what args does create_reviw take?', ['`stars`']],
    ['what did I have in the review tool again?', ['stars', 'text']],
    ['what does /berths take?', ['zone', 'at most 50', 'default 10']],
    [
      'remind me, what must be given and what can be left out for a review?',
      ['`id` and `stars` must be given', '`text` can be left out'],
    ],
    [
      'which address are the calls sent to and how does it sign in?',
      ['https://harbour.example.org/api', 'Basic'],
    ],
    ['where do the calls go?', ['https://harbour.example.org/api']],
    ['what authentication is used?', ['Basic']],
    ['Is there a tool for moorings already?', ['Yes', 'list_moorings']],
    ['is there a tool for lighthouses?', ['No']],
    ['and which ones take a berth id?', ['list_moorings', 'berthId']],
    ['which limits are set?', ['limit', '50']],
    ['what is the server called?', ['harbour-guide']],
    ['did you store my token in the server?', ['No', 'Secrets']],
    ['is my api key saved anywhere?', ['No']],
    ['is zone required?', ['`zone`', 'optional']],
    ['what is the default of limit?', ['default 10']],
    ['are there any destructive tools?', ['delete_ship']],
    ['which tools create something?', ['create_review']],
    ['which tools ask for confirmation?', ['delete_ship']],
    ['does create_review ask before it runs?', ['No']],
    ['what url does list_ships call?', ['https://harbour.example.org/api/ships']],
    ['what does the last tool do?', ['delete_ship']],
    ['which tools have no arguments?', ['list_ships']],
    ['hast du mein Token gespeichert?', ['No']],
    ['which model are you?', ['built-in builder']],
    ['what does list_ships return?', ['name', 'flag']],
    ['wie viele Tools habe ich jetzt?', ['5 tools']],
    ['welche Tools können Daten ändern oder löschen?', ['create_review', 'delete_ship']],
    ['quels outils suppriment des données ?', ['delete_ship']],
    ['¿cuántas herramientas hay?', ['5 tools']],
    ['quais ferramentas alteram dados?', ['create_review']],
    ['quanti strumenti ci sono?', ['5 tools']],
    ['hoeveel tools heb ik?', ['5 tools']],
    ['ツールはいくつありますか？', ['5 tools']],
    ['有多少个工具？', ['5 tools']],
  ])('%s', (text, parts) => {
    const said = ask(text) ?? '';
    for (const part of parts) expect(said).toContain(part);
  });

  test('"which ones change or delete" names no read-only tool', () => {
    const said = ask('Which of these can change or delete data?') ?? '';
    expect(said).toContain('create_review');
    expect(said).toContain('delete_ship');
    expect(said).not.toMatch(/list_/);
  });

  test('"which ones take an argument" names only tools with it', () => {
    expect(ask('which ones take a zone?')).not.toMatch(/moorings|ship|review/);
    expect(ask('which tools take a ship id?')).not.toMatch(/berth|mooring/);
  });

  test('"it" is the tool mentioned before', () => {
    expect(ask('what does it take?', ['create_review'])).toContain('stars');
    expect(ask('what does it take?', ['create_review'])).not.toContain('zone');
  });
});

test.each([
  'add GET /piers',
  'limit should be at most 100',
  'remove delete_ship',
  'could you make zone required?',
  'how do I add a tool?',
  'where do I enter the API key?',
  'what did you change?',
  'how about a limit of 20?',
  'rename list_ships to ships',
  'can you wire up https://lake.example.com/api (GET /boats)?',
  'Make zone mandatory too.',
  'no, the other one!',
  'undo that',
])('%s is not a question', (text) => {
  expect(ask(text)).toBeNull();
});

test('an empty draft says that it is empty', () => {
  const empty = { ...draft, tools: [], upstreams: [] };
  expect(answerQuestion('which tools do I have?', empty, [], lexiconFor('which'))).toContain(
    'no tools yet',
  );
});

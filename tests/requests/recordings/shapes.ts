import { args, upsert } from './builds.ts';
import { importPetStore } from './edits.ts';
import { RUNS, type Recording } from './recording.ts';

const NEWS = 'https://news.example.com/v2/search';

const keep = (name: string, keep: string[]) => ({
  call: 'upsert_tool',
  input: { name, keep },
  gets: keep,
});

export const RESPONSE_FIELDS: Recording = {
  id: 'response-fields',
  turns: [
    [importPetStore(8, { tags: ['pet'] }), { sees: [RUNS], says: 'Eight tools about pets.' }],
    [
      { calls: [keep('findPetsByStatus', ['id', 'name', 'status'])] },
      { sees: [RUNS], says: 'It gives three fields of each pet.' },
    ],
    [
      { calls: [keep('getPetById', ['id', 'name', 'status', 'category'])] },
      { sees: [RUNS], says: 'One pet has its category, too.' },
    ],
  ],
};

const article = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    body: { type: 'string' },
    author: {
      type: 'object',
      properties: { name: { type: 'string' }, bio: { type: 'string' } },
    },
  },
};

export const NESTED_FIELDS: Recording = {
  id: 'nested-fields',
  turns: [
    [
      {
        calls: [
          upsert(
            'search_news',
            'Finds articles: their titles and authors. Use it for the news on a topic.',
            `GET ${NEWS}`,
            {
              ...args({ q: 'Words to find.', page: { type: 'integer', minimum: 1 } }),
              output: {
                type: 'object',
                properties: {
                  total: { type: 'integer' },
                  articles: { type: 'array', items: article },
                },
              },
              keep: ['articles[].title', 'articles[].author.name'],
            },
          ),
          {
            call: 'set_mock',
            input: {
              tool: 'search_news',
              body: {
                total: 812,
                articles: [
                  {
                    id: 'a1',
                    title: 'Rain',
                    body: 'a very long text',
                    author: { name: 'Ann', bio: 'long' },
                  },
                ],
              },
            },
            gets: 'The mock answers 200',
          },
          {
            call: 'upsert_tool',
            input: { name: 'search_news', keep: ['articles[].headline'] },
            fails: 'headline',
          },
          {
            call: 'run_tool',
            input: { name: 'search_news', arguments: { q: 'rain' } },
            gets: ['Rain', 'Ann', 'answeredBy'],
          },
        ],
      },
      { sees: [RUNS], says: 'It gives titles and names of authors.' },
    ],
    [
      { calls: [keep('search_news', ['total', 'articles[].title', 'articles[].author.name'])] },
      { sees: [RUNS], says: 'The total is kept as well.' },
    ],
  ],
};

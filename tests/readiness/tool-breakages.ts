import type { JsonValue } from '#app/runtime/json.ts';

import { args, policies, requireTool, tool } from './break-evidence.ts';
import type { AllEvidence, Breakage } from './break-evidence.ts';

/** Replaces the API's example of an answer of the first tool. */
function exampleOf(body: JsonValue) {
  return ({ blueprint }: AllEvidence): void => {
    const { action } = requireTool(blueprint, 0);
    if (action.kind === 'http' && action.mock) action.mock.body = body;
  };
}

/** Adds tools with descriptions of so many characters. */
function manyTools(count: number, length: number) {
  return ({ blueprint }: AllEvidence): void => {
    const first = requireTool(blueprint, 0);
    for (let index = 0; index < count; index += 1) {
      const description = `Answers question ${index}. ${'Why? '.repeat(length / 5)}`;
      blueprint.tools.push({ ...first, name: `tool_${index}`, description });
    }
  };
}

/** Checks of what tools say, take and answer, each broken in the ways that it tells apart. */
export const toolBreakages: Breakage[] = [
  [
    'tools.saysWhen',
    'fail',
    tool({ description: 'List books. Reads /books.' }),
    /list_books \(only name and path again\)/,
  ],
  ['tools.saysWhen', 'fail', tool({ description: 'No description available.' })],
  ['tools.saysWhen', 'pass', tool({ description: 'Lists the books. Use it to find a book.' })],
  ['tools.saysWhen', 'fail', tool({ description: 'Lists all the books. Returns books.' })],
  ['tools.saysWhen', 'warn', tool({ description: 'Books of a shelf.' }), /17 characters/],
  [
    'tools.collisions',
    'warn',
    tool({ description: 'List the books of one shelf, for when no book is known yet' }, 2),
    /count_books \(the same as list_books\)/,
  ],
  [
    'tools.collisions',
    'notApplicable',
    ({ blueprint }) => blueprint.tools.splice(1),
    /only one tool/,
  ],
  ['tools.namedParameters', 'fail', tool({ asked: ['author'] }), /list_books \(no author/],
  ['tools.namedParameters', 'pass', tool({ asked: ['Shelf', 'limit'] })],
  [
    'tools.namedParameters',
    'fail',
    tool({ description: 'Lists books. Use the `sort_by` parameter for another order.' }),
    /no sort_by \(in its description/,
  ],
  [
    'tools.namedParameters',
    'fail',
    tool({ examples: [{ arguments: { shelf: 'novels', page: 2 } }] }),
    /no page \(in an example/,
  ],
  [
    'tools.namedParameters',
    'fail',
    ({ blueprint }) => {
      const { action } = requireTool(blueprint, 0);
      if (action.kind === 'http') action.path = '/libraries/{library}/books';
    },
    /no library \(in its path/,
  ],
  [
    'tools.answerSize',
    'warn',
    exampleOf(Array.from({ length: 20 }, (_, id) => ({ id, title: 'Emma '.repeat(500) }))),
    /list_books \(about 1\d,\d+ tokens/,
  ],
  ['tools.answerSize', 'fail', exampleOf([{ id: 1, title: 'x'.repeat(120_000) }])],
  [
    'tools.answerSize',
    'fail',
    (evidence) => {
      exampleOf([{ id: 1, title: 'x'.repeat(5_000) }])(evidence);
      args({ limit: { type: 'integer', description: 'How many.', maximum: 50, default: 50 } })(
        evidence,
      );
      const { action } = requireTool(evidence.blueprint, 0);
      const page = { argument: 'page', name: 'page', in: 'query', style: 'form', explode: true };
      if (action.kind === 'http') action.parameters.push({ ...page, in: 'query', style: 'form' });
    },
    /list_books \(about 6\d,\d+ tokens/,
  ],
  [
    'tools.answerSize',
    'warn',
    (evidence) => {
      exampleOf([{ id: 1, title: 'x'.repeat(5_000) }])(evidence);
      evidence.blueprint.policies = { ...evidence.blueprint.policies, maxResultBytes: 2_000 };
    },
    /cut at 2,000 bytes/,
  ],
  [
    'upstream.idempotency',
    'fail',
    (evidence) => {
      tool({ annotations: { readOnlyHint: false, idempotentHint: true } })(evidence);
      const { action } = requireTool(evidence.blueprint, 0);
      if (action.kind === 'http') action.method = 'POST';
    },
    /list_books \(POST is retried/,
  ],
  [
    'upstream.idempotency',
    'fail',
    ({ blueprint }) => {
      const { action } = requireTool(blueprint, 1);
      const key = { in: 'header' as const, name: 'Idempotency-Key', value: 'always' };
      if (action.kind === 'http') action.constants = [key];
    },
    /delete_book \(every call has the same Idempotency-Key/,
  ],
  [
    'upstream.idempotency',
    'notApplicable',
    policies({ retries: { attempts: 1, baseDelayMs: 1, maxDelayMs: 1 } }),
  ],
  [
    'tools.tokens',
    'warn',
    manyTools(40, 1_000),
    /43 tools take about .* MB more for them\. The largest: tool_/,
  ],
  ['tools.tokens', 'warn', manyTools(130, 20), /refuse more than 128 tools/],
  ['tools.tokens', 'fail', manyTools(300, 600), /303 tools take about/],
];

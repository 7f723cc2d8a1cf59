import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { libraryBlueprint } from '../../generate/library-blueprint.ts';
import { EditedProject } from './edited-project.ts';

const BOOK = 'src/tools/get-book.ts';
const AGE_CODE = 'src/tools/book-age.action.ts';
const TOUR_CODE = 'src/tools/tour-floor.action.ts';
const SERVER = 'src/server.ts';

const project = () => new EditedProject(libraryBlueprint);
const toolOf = ({ tools }: Blueprint, name: string): Tool => {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool;
};
const argumentsOf = (of: Blueprint, name: string) => toolOf(of, name).inputSchema['properties'];

describe('an edit that every developer makes comes back', () => {
  test('nothing', () => {
    expect(project().read()).toEqual({ blueprint: libraryBlueprint, problems: [], others: [] });
  });

  test('a description, a title and instructions', () => {
    const edited = project()
      .edit(BOOK, ["'Gives one book by its number. Use it after a search.'", '"Reads a book."'])
      .edit(SERVER, ['Search before you lend.', 'Search first.'], ['Town library', 'The library']);
    expect(edited.changes()).toEqual([
      'getBook changed: description.',
      'The server’s name or description changed.',
    ]);
    const blueprint = edited.readAll();
    expect(toolOf(blueprint, 'getBook').description).toBe('Reads a book.');
    expect(blueprint.identity).toMatchObject({
      title: 'The library',
      instructions: 'Search first.',
    });
  });

  test('a description that is gone, and one that is new', () => {
    const edited = project()
      .edit(BOOK, [/ {2}description: 'Gives.*\n/, ''])
      .edit('src/definitions.ts', ["type: 'object',", "type: 'object', description: 'A book.',"]);
    const { tools, definitions } = edited.readAll();
    expect(tools[0]).not.toHaveProperty('description');
    expect(definitions['Book']).toMatchObject({ description: 'A book.' });
  });

  test('an argument that is added, with the place where it is sent', () => {
    const edited = project().edit(
      BOOK,
      ['    properties: { id:', "    properties: { lang: { type: 'string' }, id:"],
      [
        'explode: false }],',
        "explode: false }, { argument: 'lang', name: 'lang', in: 'query', style: 'form', explode: true }],",
      ],
    );
    expect(edited.changes()).toEqual(['getBook changed: action.parameters, inputSchema.']);
    expect(Object.keys(argumentsOf(edited.readAll(), 'getBook') ?? {})).toEqual(['lang', 'id']);
  });

  test('an argument that is renamed, also in examples', () => {
    const edited = project().edit(
      BOOK,
      ['{ id: { type', '{ book: { type'],
      ["required: ['id']", "required: ['book']"],
      ["argument: 'id'", "argument: 'book'"],
    );
    const tool = toolOf(edited.readAll(), 'getBook');
    expect(tool.examples).toEqual([{ name: 'The Hobbit', arguments: { book: 7 } }]);
    expect(tool.inputSchema['required']).toEqual(['book']);
  });

  test('an argument that is removed', () => {
    const edited = project().edit(
      'src/tools/find-reviews.ts',
      ["properties: { title: { type: 'string', minLength: 1 } }", 'properties: {}'],
      ["required: ['title']", 'required: []'],
    );
    expect(argumentsOf(edited.readAll(), 'findReviews')).toEqual({});
  });

  test('a bound, a header, a path and a method', () => {
    const edited = project()
      .edit(BOOK, ['minimum: 1', 'minimum: 10, maximum: 99'], ["'/books/{id}'", "'/v2/books/{id}'"])
      .edit(
        'src/tools/delete.ts',
        ["'X-Channel', value: 'mcp'", "'X-Channel', value: 'api'"],
        ["'POST'", "'DELETE'"],
      );
    const blueprint = edited.readAll();
    expect(argumentsOf(blueprint, 'getBook')).toMatchObject({ id: { minimum: 10, maximum: 99 } });
    expect(toolOf(blueprint, 'getBook').action).toMatchObject({ path: '/v2/books/{id}' });
    expect(toolOf(blueprint, 'delete').action).toMatchObject({
      method: 'DELETE',
      constants: [{ name: 'reason' }, { name: 'X-Channel', value: 'api' }, { name: 'source' }],
    });
  });

  test('the code of a tool, with or without a line feed at its end', () => {
    const edited = project()
      .edit(AGE_CODE, ['String(args.id) }', 'String(args.id), age: 7 }'])
      .edit(TOUR_CODE, ['count: list', 'shelves: list']);
    expect(edited.changes()).toEqual([
      'bookAge changed: action.source.',
      'tourFloor changed: action.source.',
    ]);
    const action = toolOf(edited.readAll(), 'bookAge').action;
    expect(action).toEqual({ kind: 'code', source: edited.text(AGE_CODE) });
    const bare = { kind: 'code' as const, source: 'export default () => 1' };
    const without = new EditedProject({
      ...libraryBlueprint,
      tools: libraryBlueprint.tools.map((tool) =>
        tool.name === 'bookAge' ? { ...tool, action: bare } : tool,
      ),
    }).edit(AGE_CODE, ['1', '2']);
    expect(toolOf(without.readAll(), 'bookAge').action).toEqual({
      ...bare,
      source: 'export default () => 2',
    });
  });

  test('a limit and an address of an API, as expressions that people write', () => {
    const edited = project().edit(
      SERVER,
      ['timeoutMs: 30000', 'timeoutMs: 20 * 1_000'],
      ["'https://reviews.example.com/mcp'", "new_base + '/mcp'"],
      ['/** Definition', 'const new_base = `https://reviews.example.com`;\n\n/** Definition'],
    );
    const { policies, upstreams } = edited.readAll();
    expect(policies.timeoutMs).toBe(20_000);
    expect(upstreams).toEqual(libraryBlueprint.upstreams);
  });

  test('a tool that is renamed keeps what only the blueprint knows, and those who call it follow', () => {
    const edited = project().edit(BOOK, ["name: 'getBook'", "name: 'readBook'"]);
    expect(edited.changes()).toEqual(['getBook is called readBook now.', 'The resources changed.']);
    const blueprint = edited.readAll();
    expect(toolOf(blueprint, 'readBook').examples).toHaveLength(1);
    expect(blueprint.resources[1]?.content).toEqual({ kind: 'tool', tool: 'readBook' });
    expect(blueprint.tools[0]?.name).toBe('readBook');
  });

  test('a tool whose file and constant have other names stays the same tool', () => {
    const edited = project()
      .write('src/tools/books.ts', project().text(BOOK).replace('getBook:', 'book:'))
      .remove(BOOK)
      .edit(
        SERVER,
        ["{ getBook } from './tools/get-book.ts'", "{ book } from './tools/books.js'"],
        ['[getBook,', '[book,'],
      );
    expect(edited.readAll()).toEqual(libraryBlueprint);
  });

  test('a tool that is deleted goes, one that is no longer listed is not served', () => {
    const edited = project()
      .remove('src/tools/get-book-2.ts')
      .edit(
        SERVER,
        [/import \{ getBook2 \}.*\n/, ''],
        [/import \{ findReviews \}.*\n/, ''],
        ['getBook2, deleteTool, bookAge, findReviews,', 'deleteTool, bookAge,'],
      );
    expect(edited.changes()).toEqual(['get_book is removed.', 'findReviews changed: enabled.']);
    expect(toolOf(edited.readAll(), 'closedShelf').enabled).toBe(false);
  });

  test('a tool in a new file, with code and values of other files', () => {
    const edited = project()
      .write('src/limits.ts', 'export const limits = { floors: 9, unit: "floor" } as const;\n')
      .write('src/tools/lift.action.ts', 'export default async () => ({ ok: true });\n')
      .write(
        'src/tools/lift.ts',
        `import type { ToolDefinition } from '../runtime/definition.ts';
import { limits } from '../limits.ts';
import go from './lift.action.ts';
import { getBook } from './get-book.ts';

const hints = { idempotentHint: true };
const NAME = 'floor';

export const lift = {
  name: 'take_lift',
  description: [
    'Takes the lift.',
    \`At most \${limits.floors} \${limits.unit}s.\`,
  ].join(' '),
  annotations: { ...hints, readOnlyHint: !true },
  inputSchema: {
    type: 'object',
    properties: { [NAME]: { type: 'integer', minimum: -1, maximum: limits['floors'] } },
    additionalProperties: false,
  },
  outputSchema: getBook.outputSchema,
  action: { kind: 'code', run: go },
} satisfies ToolDefinition;
`,
      )
      .edit(SERVER, ['/** Definition', "import * as x from './tools/lift.ts';\n/** Definition"])
      .edit(SERVER, ["import * as x from './tools/lift.ts'", "import { lift } from './tools/lift'"])
      .edit(SERVER, ['[getBook, ', 'first.concat(['])
      .edit(SERVER, ['first.concat([', '[getBook, lift, ']);
    expect(edited.changes()).toEqual(['take_lift is added.']);
    const { tools } = edited.readAll();
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual(['getBook', 'take_lift', 'get_book']);
    expect(tools[1]).toEqual({
      name: 'take_lift',
      description: 'Takes the lift. At most 9 floors.',
      enabled: true,
      annotations: { idempotentHint: true, readOnlyHint: false },
      inputSchema: {
        type: 'object',
        properties: { floor: { type: 'integer', minimum: -1, maximum: 9 } },
        additionalProperties: false,
      },
      outputSchema: { type: 'object', $ref: '#/$defs/Book' },
      action: { kind: 'code', source: 'export default async () => ({ ok: true });\n' },
    });
  });

  test('tools in another order, from lists that are spread', () => {
    const edited = project().edit(
      SERVER,
      ['[getBook, getBook2, deleteTool, bookAge, findReviews, tourFloor]', '[tourFloor, ...books]'],
      [
        '/** Definition',
        'const books = [findReviews, getBook, getBook2, deleteTool, bookAge];\n/** Definition',
      ],
    );
    const names = edited.readAll().tools.map(({ name }) => name);
    expect(names).toEqual([
      'tourFloor',
      'closedShelf',
      'findReviews',
      'getBook',
      'get_book',
      'delete',
      'bookAge',
    ]);
  });

  test('a resource, a prompt, a schema and a secret that come and go', () => {
    const edited = project()
      .edit(
        SERVER,
        ["text: 'Be quiet.'", "text: 'Be quiet, please.'"],
        [
          '  prompts: [',
          "  prompts: [{ name: 'hush', arguments: [], messages: [{ role: 'user', text: 'Hush.' }] },",
        ],
        ['  secrets: [', "  secrets: [{ name: 'OTHER', scope: 'server' },"],
      )
      .edit(
        'src/definitions.ts',
        [
          'export const definitions',
          "const Shelf = { type: 'string' } as const;\n\nexport const definitions",
        ],
        ['  Book: {', '  Shelf,\n  Book: {'],
      );
    expect(edited.changes()).toEqual(
      [
        'The credentials it needs changed.',
        'Schemas shared by tools changed.',
        'The resources changed.',
        'The prompts changed.',
      ].toSorted((a, b) => edited.changes().indexOf(a) - edited.changes().indexOf(b)),
    );
    expect(edited.readAll().definitions['Shelf']).toEqual({ type: 'string' });
  });
});

describe('what is only laid out otherwise changes nothing', () => {
  test.each([
    { useTabs: true, singleQuote: false, semi: false, printWidth: 60 },
    { tabWidth: 4, trailingComma: 'none', bracketSpacing: false, quoteProps: 'consistent' },
  ] as const)('a formatter over everything: %o', async (config) => {
    const { blueprint, problems } = (await project().format(config)).read();
    expect(problems).toEqual([]);
    const isCode = ({ action }: Tool) => action.kind === 'code';
    const rest = (of: Blueprint) => ({ ...of, tools: of.tools.filter((tool) => !isCode(tool)) });
    expect(rest(blueprint)).toEqual(rest(libraryBlueprint));
    // The text of code is what a version holds: it comes back as it is laid out.
    expect(blueprint.tools.filter(isCode).map(({ name }) => name)).toEqual([
      'bookAge',
      'tourFloor',
    ]);
  });

  test('line ends of Windows, everywhere', () => {
    expect(project().useWindowsLines().read()).toEqual(project().read());
  });

  test('an edit in a file with line ends of Windows', () => {
    const edited = project().useWindowsLines();
    edited.edit(AGE_CODE, ['String(args.id) }', 'String(args.id), age: 7 }']);
    const expected = project().edit(AGE_CODE, ['String(args.id) }', 'String(args.id), age: 7 }']);
    expect(edited.readAll()).toEqual(expected.readAll());
  });

  test('a project that was generated again from the edited blueprint', () => {
    const before = libraryBlueprint;
    const [first, ...others] = before.tools;
    if (first === undefined) throw new Error('There is no tool.');
    const after = { ...before, tools: [{ ...first, title: 'Another' }, ...others] };
    const edited = project();
    for (const { path, text } of generate(after)) edited.write(path, text);
    expect(edited.readAll()).toEqual(after);
  });

  test('files that hold nothing of the server are named, and stay the user’s', () => {
    const edited = project()
      .write('README.md', '# Mine\n')
      .remove('Dockerfile')
      .set('src/http.ts', { kind: 'other' })
      .write('src/own/notes.ts', 'export const notes = [];\n')
      .edit('tests/cases.ts', ['Test calls', 'Own test calls']);
    expect(edited.read()).toEqual({
      blueprint: libraryBlueprint,
      problems: [],
      others: ['Dockerfile', 'README.md', 'src/http.ts', 'tests/cases.ts'],
    });
  });
});

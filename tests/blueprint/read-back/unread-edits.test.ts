import { readFile } from 'node:fs/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { readSources } from '#app/blueprint/read-back/read-sources.ts';

import { libraryBlueprint } from '../../generate/library-blueprint.ts';
import { nastyBlueprint } from '../../generate/nasty-blueprint.ts';
import { EditedProject } from './edited-project.ts';

const BOOK = 'src/tools/get-book.ts';
const SERVER = 'src/server.ts';
const project = () => new EditedProject(libraryBlueprint);
const describeFirst = (of: Blueprint, description: string): Blueprint => ({
  ...of,
  tools: of.tools.map((tool, index) => (index === 0 ? { ...tool, description } : tool)),
});
/** A blueprint.json in which somebody has edited something. */
const withJson = (edited: Blueprint) =>
  project().write('blueprint.json', `${JSON.stringify(edited, null, 4)}\n`);

describe('what cannot be understood is named, and everything else comes back', () => {
  test.each([
    ['a call', BOOK, "'Gives one book by its number. Use it after a search.'", 'readText()'],
    ['a variable of the environment', BOOK, /'Gives.*'/, 'process.env.TEXT'],
    ['a text with a changing part', BOOK, /'Gives.*'/, '`Now: ${Date.now()}`'],
    ['a number', BOOK, /'Gives.*'/, '7'],
    ['a regular expression', BOOK, 'minimum: 1', 'minimum: /1/'],
    ['a method', BOOK, 'minimum: 1', 'minimum() {}'],
    ['the prototype', BOOK, 'minimum: 1', '__proto__: {}'],
    ['a constant that changes', BOOK, 'minimum: 1', 'minimum: m'],
    [
      'an import that is not there',
      BOOK,
      "'../runtime/definition.ts';",
      "'../x.ts'; import { y } from './y.ts';",
    ],
  ])('%s', (_, file, from, to) => {
    const { blueprint, problems } = project()
      .edit(file, [from, to], ["title: 'Get a book'", "title: 'Read'"])
      .edit(BOOK, ['export const', 'let m = 1;\n\nexport const'])
      .read();
    const [tool] = blueprint.tools;
    const [before] = libraryBlueprint.tools;
    if (to.includes('y.ts')) expect(problems).toEqual([]);
    else expect(problems[0]).toMatchObject({ file, line: expect.any(Number) });
    const isWhole = to === '7';
    expect(tool).toEqual({ ...before, title: isWhole ? before?.title : 'Read' });
  });

  test('the line of what was not read is that of the file', () => {
    const edited = project().edit(BOOK, ['minimum: 1', 'minimum: lowest()']);
    const line =
      edited
        .text(BOOK)
        .split('\n')
        .findIndex((text) => text.includes('lowest()')) + 1;
    expect(edited.read().problems).toEqual([
      {
        file: BOOK,
        line,
        reason: 'inputSchema: `lowest()` has no value that can be read without running it.',
      },
    ]);
  });

  test('a syntax error in a tool, in its code and in the server', () => {
    const edited = project()
      .edit(BOOK, ['inputSchema: {', 'inputSchema: {{'])
      .edit('src/tools/book-age.action.ts', ['export default', 'export default default'])
      .edit('src/tools/find-reviews.ts', ['Reviews of a book', 'Opinions on a book']);
    const { blueprint, problems } = edited.read();
    expect(problems.map(({ file }) => file)).toEqual(['src/tools/book-age.action.ts', BOOK]);
    expect(problems[1]?.reason).toMatch(/^Syntax error: /);
    const changed = blueprint.tools.filter(
      (tool, index) => !isSameJson(tool, libraryBlueprint.tools[index]),
    );
    expect(changed.map(({ name }) => name)).toEqual(['findReviews']);
    const broken = edited.edit(SERVER, ['upstreams: [', 'upstreams: [[']).read();
    expect(broken.problems.map(({ file }) => file)).toContain(SERVER);
    expect(broken.blueprint).toEqual(blueprint);
  });

  test('code in the module of its tool, and code that is more than one file', () => {
    const { problems, blueprint } = project()
      .edit('src/tools/book-age.ts', ['run }', 'run: async (args: object) => args }'])
      .write('src/count.ts', 'export const count = () => 1;\n')
      .edit(
        'src/tools/tour-floor.action.ts',
        ['export default', "import { count } from '../count.ts';\nexport default"],
        ['{ count: list', '{ all: count(), count: list'],
      )
      .read();
    expect(problems).toEqual([
      {
        file: 'src/tools/book-age.ts',
        line: 9,
        reason: expect.stringContaining('a file of its own'),
      },
      {
        file: 'src/tools/tour-floor.action.ts',
        line: 1,
        reason: 'action: The code of a tool is one file, and this one imports src/count.ts.',
      },
    ]);
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('a list that is filled later empties no server', () => {
    const { problems, blueprint } = project()
      .edit(
        SERVER,
        [/tools: \[.*\],/, 'tools: all,'],
        ['/** Definition', 'const all = [];\nall.push(getBook);\n/** Definition'],
      )
      .read();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toContain('may change the values');
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('a file that is deleted while the server still lists it', () => {
    const { problems, blueprint } = project().remove(BOOK).read();
    expect(problems).toEqual([{ file: BOOK, line: 1, reason: 'There is no such file.' }]);
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('a new tool that nobody lists', () => {
    const { problems, blueprint } = project()
      .write('src/tools/lift.ts', project().text(BOOK).replaceAll('getBook', 'lift'))
      .read();
    expect(problems).toEqual([
      {
        file: 'src/tools/lift.ts',
        line: null,
        reason: 'It is not in the list of tools of src/server.ts, so that it serves no tool.',
      },
    ]);
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('a symbolic link, and a file that was too large to be read', () => {
    const { problems, blueprint } = project()
      .set(BOOK, { kind: 'unreadable', reason: 'It is a symbolic link.' })
      .set('src/tools/delete.ts', { kind: 'other' })
      .edit('src/tools/find-reviews.ts', ['Reviews of a book', 'Opinions on a book'])
      .read();
    expect(problems.map(({ file }) => file)).toEqual(['src/tools/delete.ts', BOOK]);
    expect(blueprint.tools[4]?.description).toBe('Opinions on a book, from another MCP server.');
    expect(blueprint.tools[0]).toEqual(libraryBlueprint.tools[0]);
  });
});

describe('edits that do not fit together are taken back one by one', () => {
  test('an argument that the request still names', () => {
    const { problems, blueprint } = project()
      .edit(BOOK, ['{ id: {', '{ book: {'], ["required: ['id']", "required: ['book']"])
      .edit('src/tools/find-reviews.ts', ['Reviews of a book', 'Opinions on a book'])
      .read();
    expect(problems).toEqual([
      {
        file: BOOK,
        line: null,
        reason: 'The tool getBook stays as it was: The input schema has no property "id".',
      },
    ]);
    expect(blueprint.tools[4]?.description).toContain('Opinions');
  });

  test('a schema, an API and a tool that others still refer to', () => {
    const { problems, blueprint } = project()
      .edit('src/definitions.ts', [/ {2}Book: \{[\s\S]*?\n {2}\},\n/, ''])
      .edit(BOOK, ['Get a book', 'Read a book'])
      .edit(
        SERVER,
        [/ {4}\{\n {6}id: 'reviews'[\s\S]*?\n {4}\},\n/, ''],
        ['[getBook, ', '['],
        [/import \{ getBook \}.*\n/, ''],
      )
      .remove(BOOK)
      .read();
    expect(problems.map(({ reason }) => reason).toSorted()).toEqual([
      'The API reviews stays as it was: There is no upstream "reviews".',
      'The schema Book stays as it was: There is no definition named "Book".',
      'The tool getBook stays as it was: There is no tool named "getBook".',
    ]);
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('a credential in code, in a header and in a text', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { problems, blueprint } = project()
      .edit('src/tools/book-age.action.ts', ['return {', `const token = '${token}';\n  return {`])
      .edit('src/tools/delete.ts', ["value: 'mcp'", `value: '${token}'`])
      .edit(SERVER, ['Search before you lend.', `Use ${token}.`], ['Town library', 'The library'])
      .read();
    const files = [SERVER, 'src/tools/book-age.ts', 'src/tools/delete.ts'];
    expect(problems.map(({ file }) => file)).toEqual(files);
    for (const { reason } of problems) {
      expect(reason).toContain('contains a credential');
      expect(reason).not.toContain(token);
    }
    const identity = { ...libraryBlueprint.identity, title: 'The library' };
    expect(blueprint).toEqual({ ...libraryBlueprint, identity });
  });

  test('two tools of one name', () => {
    const { problems, blueprint } = project()
      .edit('src/tools/get-book-2.ts', ["name: 'get_book'", "name: 'getBook'"])
      .read();
    expect(problems[0]).toMatchObject({
      file: 'src/tools/get-book-2.ts',
      reason: 'There is another tool named getBook.',
    });
    expect(blueprint).toEqual(libraryBlueprint);
  });
});

describe('blueprint.json', () => {
  test('an edit of it comes back, of a tool that is not served, too', () => {
    const edited = {
      ...describeFirst(libraryBlueprint, 'From JSON.'),
      identity: { ...libraryBlueprint.identity, version: '2.0.0' },
    };
    const tools = edited.tools.map((tool) =>
      tool.name === 'closedShelf' ? { ...tool, description: 'Closed.' } : tool,
    );
    expect(withJson({ ...edited, tools }).readAll()).toEqual({ ...edited, tools });
  });

  test('edits of it and of the source come back together, the source first', () => {
    const both = withJson({
      ...describeFirst(libraryBlueprint, 'From JSON.'),
      identity: { ...libraryBlueprint.identity, version: '2.0.0' },
    })
      .edit(BOOK, [/'Gives.*'/, "'From the source.'"])
      .edit('src/tools/find-reviews.ts', ['Reviews of a book', 'Opinions on a book']);
    const { blueprint, problems } = both.read();
    expect(blueprint.tools[0]?.description).toBe('From the source.');
    expect(blueprint.tools[4]?.description).toContain('Opinions');
    expect(blueprint.identity.version).toBe('2.0.0');
    expect(problems).toEqual([
      {
        file: 'blueprint.json',
        line: null,
        reason: `The tool getBook is another one here than in ${BOOK}, which counts.`,
      },
    ]);
  });

  test.each([
    ['no JSON', '{', /^It is no JSON: /],
    ['a wrong value', JSON.stringify({ ...libraryBlueprint, tools: 7 }), /^\$\.tools: /],
    ['nothing', '', /^It is no JSON: /],
    ['another version', '{"schemaVersion": 99}', /^\$/],
  ])('with %s it is named, and the source counts', (_, text, reason) => {
    const { blueprint, problems } = project()
      .write('blueprint.json', text)
      .edit(BOOK, [/'Gives.*'/, "'From the source.'"])
      .read();
    expect(problems).toEqual([
      { file: 'blueprint.json', line: null, reason: expect.stringMatching(reason) },
    ]);
    expect(blueprint).toEqual(describeFirst(libraryBlueprint, 'From the source.'));
  });

  test('without it the source counts', () => {
    const edited = project()
      .remove('blueprint.json')
      .edit(BOOK, [/'Gives.*'/, "'Yes.'"]);
    expect(edited.readAll()).toEqual(describeFirst(libraryBlueprint, 'Yes.'));
  });
});

describe('hostile files', () => {
  test.each([
    ['a list that doubles with each line', doubling(40)],
    [
      'a text that doubles with each line',
      `const a0 = 'x';${chain((a, b) => `const ${a} = ${b} + ${b};`)}`,
    ],
    [
      'an object that doubles with each line',
      `const a0 = { x: 1 };${chain((a, b) => `const ${a} = { ...${b}, ...${b} };`)}`,
    ],
    ['constants in a circle', 'const a39 = b; const b = a39;'],
    ['brackets without an end', `const a39 = ${'['.repeat(50_000)}`],
    ['a sum without an end', `const a39 = ${'1 + '.repeat(200_000)}1;`],
    ['a template in templates', `const a39 = ${'`${'.repeat(3_000)}1${'}`'.repeat(3_000)};`],
  ])('%s costs one tool its edit, and no time', (_, code) => {
    const { blueprint, problems } = project()
      .edit(
        BOOK,
        ['minimum: 1', 'minimum: 1, default: a39'],
        ['export const', `${code}\nexport const`],
      )
      .edit('src/tools/find-reviews.ts', ['Reviews of a book', 'Opinions on a book'])
      .read();
    expect(problems.length).toBeGreaterThan(0);
    expect(blueprint.tools[0]).toEqual(libraryBlueprint.tools[0]);
    expect(blueprint.tools[4]?.description).toContain('Opinions');
  });

  test('a list of tools that repeats itself without end costs no time, and no tool', () => {
    const lists = Array.from(
      { length: 9 },
      (_, index) => `const l${index + 1} = [${`...l${index}, `.repeat(9)}];\n`,
    );
    const { problems, blueprint } = project()
      .edit(
        SERVER,
        [/tools: \[.*\],/, 'tools: l9,'],
        ['/** Definition', `const l0 = [getBook];\n${lists.join('')}/** Definition`],
      )
      .read();
    expect(problems.length).toBeGreaterThan(0);
    expect(blueprint).toEqual(libraryBlueprint);
  });

  test('imports in a circle, and out of the repository', () => {
    const { problems, blueprint } = project()
      .write('src/a.ts', "export { low } from './b.ts';\n")
      .write('src/b.ts', "export { low } from './a.ts';\n")
      .edit(
        BOOK,
        ['minimum: 1', 'minimum: low'],
        ['export const', "import { low } from '../a.ts';\nexport const"],
      )
      .edit(
        'src/tools/find-reviews.ts',
        ['minLength: 1', 'minLength: far'],
        ['export const', "import { far } from '../../../../etc/passwd';\nexport const"],
      )
      .read();
    expect(problems).toHaveLength(2);
    expect(blueprint).toEqual(libraryBlueprint);
  });
});

function chain(line: (name: string, before: string) => string): string {
  return Array.from({ length: 39 }, (_, index) => line(`a${index + 1}`, `a${index}`)).join('');
}

function doubling(count: number): string {
  return `const a0 = [1];${chain((a, b) => `const ${a} = [...${b}, ...${b}];`)}`.slice(
    0,
    count * 1_000,
  );
}

test('any server with any texts comes back as it is when all of its source is read', () => {
  fc.assert(
    fc.property(nastyBlueprint, (before) => {
      fc.pre(Blueprint.safeParse(before).success);
      const texts = new Map(generate(before).map(({ path, text }) => [path, text]));
      const isGenerated = (path: string) => texts.has(path);
      const read = readSources(before, { texts, isSame: () => false, isGenerated });
      expect(read.problems).toEqual([]);
      expect(read.blueprint).toEqual(JSON.parse(JSON.stringify(before)));
    }),
    { numRuns: 100 },
  );
});

test('servers of real documents come back as they are, many tools to a module', async () => {
  for (const name of ['petstore-3.0.json', 'asana-3.0.json', 'rclone-3.1.yaml']) {
    const imported = await importDocument(await readFile(`tests/specs/${name}`, 'utf8'));
    if (!imported.ok) throw new Error(imported.reason);
    const { blueprint } = imported.value;
    const edited = new EditedProject(blueprint);
    for (const path of edited.paths()) edited.write(path, `${edited.text(path)}\n// Mine.\n`);
    edited.remove('blueprint.json');
    expect(edited.readAll()).toEqual(blueprint);
  }
});

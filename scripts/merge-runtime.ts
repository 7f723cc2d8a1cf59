import { posix } from 'node:path';

import { RUNTIME_PARTS } from './runtime-parts.ts';

/** Sources by path below a folder. */
export type Sources = ReadonlyMap<string, string>;

/** An import statement of our own sources, as the formatter leaves it. */
const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;
/** Types that a module passes on, and modules that are loaded when they are needed. */
const PASSED_ON = /^export type \{([^}]*)\} from '([^']+)';$/gm;
const LAZY_IMPORT = /(?<=import\(')[^']+(?='\))/g;
const DECLARATION =
  /^(?:export )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
const LINE_LENGTH = 100;

interface Imported {
  from: string;
  isType: boolean;
  /** As written: `name`, or `name as other`. */
  name: string;
}

/**
 * Merges the runtime's modules into a few large ones (`RUNTIME_PARTS`), as a person would: the imports come
 * first, then each module's text as it is, after those that it needs. Creating files is most of the time that
 * a small project takes, and loading modules most of a server's start.
 *
 * @param runtime modules by path below `app/runtime`
 * @returns modules by path below `src/runtime`
 * @throws Error where modules cannot be merged: two of a part declare the same name, or parts need each other
 */
export function mergeRuntime(runtime: Sources): Sources {
  const parts = new Map(RUNTIME_PARTS.map(({ name }) => [name, membersOf(name, runtime)]));
  const merged = new Map<string, string>();
  const needs = new Map<string, Set<string>>();
  for (const { name, about } of RUNTIME_PARTS) {
    const members = sortByNeed(parts.get(name) ?? [], runtime);
    const imports = members.flatMap((path) => importsOf(path, runtime));
    const outer = imports.filter(({ from }) => from !== `./${name}.ts`);
    needs.set(name, new Set(outer.filter(({ isType }) => !isType).map(({ from }) => from)));
    const texts = members.map((path) => bodyOf(path, runtime.get(path) ?? ''));
    requireDistinct(name, texts, outer);
    const text = [
      `${toComment(about)}\n`,
      printImports(outer),
      ...texts.map((each) => `\n${each}`),
    ];
    merged.set(`${name}.ts`, text.join(''));
  }
  requireOrder(needs);
  return merged;
}

/** Rewrites what a module of a project imports from `src/runtime`; such imports stand together. */
export function importMerged(text: string): string {
  const imports = [...text.matchAll(IMPORT)].flatMap(toImported).flatMap((imported) => {
    const [, folder = '', path] = RUNTIME_IMPORT.exec(imported.from) ?? [];
    return path === undefined ? [] : [{ ...imported, from: `${folder}${partOf(path)}.ts` }];
  });
  let printed = printImports(imports);
  return text.replace(IMPORT, (statement: string, _type, _names, from: string) => {
    if (!RUNTIME_IMPORT.test(from)) return statement;
    const all = printed;
    printed = '';
    return all;
  });
}

const RUNTIME_IMPORT = /^((?:\.\.?\/)+(?:src\/)?runtime\/)(.+)$/;

/** The part that a module of the runtime goes into. */
function partOf(path: string): string {
  const part = RUNTIME_PARTS.find(({ holds }) => holds.some((place) => isIn(path, place)));
  if (part === undefined) throw new Error(`No part of RUNTIME_PARTS holds ${path}.`);
  return part.name;
}

function isIn(path: string, place: string): boolean {
  return path === place || `${posix.dirname(path)}/` === place;
}

function membersOf(name: string, runtime: Sources): string[] {
  return [...runtime.keys()].filter((path) => partOf(path) === name).toSorted();
}

/** What a module imports, by the parts that hold it. */
function importsOf(path: string, runtime: Sources): Imported[] {
  const imports = [...(runtime.get(path) ?? '').matchAll(IMPORT)].flatMap(toImported);
  return imports.map((imported) => ({
    ...imported,
    from: toPart(path, originOf(imported.name, path, imported.from, runtime)),
  }));
}

function toImported([, type, names = '', from = '']: RegExpExecArray): Imported[] {
  return namesIn(names).map((name) => ({
    from,
    isType: type !== undefined || name.startsWith('type '),
    name: name.replace(/^type /, ''),
  }));
}

/** Where a name comes from: what one module passes on another declares. */
function originOf(name: string, path: string, from: string, runtime: Sources): string {
  const target = posix.join(posix.dirname(path), from);
  const passedOn = (runtime.get(target) ?? '').matchAll(PASSED_ON);
  const found = [...passedOn].find(([, names = '']) => namesIn(names).includes(name));
  if (found === undefined) return from;
  const origin = posix.join(posix.dirname(target), found[2] ?? '');
  return `./${posix.relative(posix.dirname(path), origin)}`;
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** The specifier of a part, beside all others; packages keep their names. */
function toPart(path: string, from: string): string {
  if (!from.startsWith('.')) return from;
  return `./${partOf(posix.join(posix.dirname(path), from))}.ts`;
}

/** Modules after those of the same part whose values they import. */
function sortByNeed(members: readonly string[], runtime: Sources): string[] {
  const sorted = new Set<string>();
  const open = new Set<string>();
  const add = (path: string) => {
    if (sorted.has(path) || open.has(path) || !members.includes(path)) return;
    open.add(path);
    for (const [, type, , from = ''] of (runtime.get(path) ?? '').matchAll(IMPORT)) {
      if (type === undefined) add(posix.join(posix.dirname(path), from));
    }
    sorted.add(path);
  };
  for (const path of members) add(path);
  return [...sorted];
}

/** A module's text without imports, below its name. */
function bodyOf(path: string, text: string): string {
  const body = text
    .replace(IMPORT, '')
    .replace(PASSED_ON, (_, names: string, from: string) => {
      const of = toPart(path, from);
      return print('type ', namesIn(names), of)
        .replace(/^import/, 'export')
        .trimEnd();
    })
    .replace(LAZY_IMPORT, (from) => toPart(path, from))
    .trim();
  const name = posix.basename(path, '.ts');
  return `// ${name} ${'-'.repeat(LINE_LENGTH - name.length - 4)}\n\n${body}\n`;
}

/** Imports as a formatter would leave them: one statement per module and kind, sorted. */
function printImports(imports: readonly Imported[]): string {
  const values = new Map<string, Set<string>>();
  const types = new Map<string, Set<string>>();
  for (const { from, isType, name } of imports) {
    const of = isType ? types : values;
    of.set(from, (of.get(from) ?? new Set()).add(name));
  }
  const isValue = (from: string, name: string) => values.get(from)?.has(name) ?? false;
  const modules = [...new Set([...values.keys(), ...types.keys()])].toSorted(compareModules);
  return modules
    .flatMap((from) => {
      const only = [...(types.get(from) ?? [])].filter((name) => !isValue(from, name));
      return [print('', values.get(from) ?? [], from), print('type ', only, from)];
    })
    .join('');
}

/** Packages before our own modules. */
function compareModules(a: string, b: string): number {
  const rank = (from: string) => `${from.startsWith('.') ? 1 : 0}${from}`;
  return rank(a) < rank(b) ? -1 : 1;
}

function print(kind: string, names: Iterable<string>, from: string): string {
  const sorted = [...names].toSorted();
  if (sorted.length === 0) return '';
  const line = `import ${kind}{ ${sorted.join(', ')} } from '${from}';\n`;
  if (line.length <= LINE_LENGTH + 1) return line;
  return `import ${kind}{\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}

function requireDistinct(
  name: string,
  texts: readonly string[],
  imports: readonly Imported[],
): void {
  const seen = new Set(imports.map((imported) => imported.name.split(' as ').at(-1) ?? ''));
  for (const text of texts) {
    const own = new Set([...text.matchAll(DECLARATION)].map(([, declared = '']) => declared));
    for (const declared of own) {
      if (seen.has(declared)) throw new Error(`Two modules of ${name}.ts declare ${declared}.`);
      seen.add(declared);
    }
  }
}

/** A part may need only those that do not need it: constants of both could meet before they have a value. */
function requireOrder(needs: ReadonlyMap<string, ReadonlySet<string>>): void {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]) => {
    const path = [...above, name];
    if (above.includes(name)) throw new Error(`Parts need each other: ${path.join(', ')}.`);
    if (done.has(name)) return;
    for (const from of needs.get(name) ?? [])
      if (from.startsWith('./')) visit(from.slice(2, -3), path);
    done.add(name);
  };
  for (const name of needs.keys()) visit(name, []);
}

function toComment(about: string): string {
  return `// ${about}`;
}

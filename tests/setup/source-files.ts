import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { parseSync, Visitor } from 'rolldown/utils';

export interface SourceImport {
  from: string;
  isTypeOnly: boolean;
  /** Loaded at run time: `import('…')`. */
  isDynamic: boolean;
  /** Imported names: names, `default` or `*`. */
  names: string[];
}

export interface SourceFunction {
  line: number;
  lines: number;
  hasJsx: boolean;
}

export interface SourceFile {
  /** Relative to the project: `app/blueprint/tool.ts`. */
  path: string;
  text: string;
  lines: number;
  imports: SourceImport[];
  /** Specifiers of `export … from`. */
  reexports: string[];
  /** It contains only re-exports. */
  isBarrel: boolean;
  /** Names that it defines and exports. */
  exports: string[];
  functions: SourceFunction[];
  /** Texts of string literals, templates and JSX attributes. */
  strings: string[];
  usesAny: boolean;
}

/** Text that is copied into exported projects, or written by a tool. */
const NOT_OURS = ['app/blueprint/generate/template/', 'workers/migrations/', '/node_modules/'];

/** Every file of ours below the folders, as `app/platform/result.ts`. */
export function listFiles(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join('/'))
    .filter((file) => !NOT_OURS.some((place) => file.includes(place)))
    .toSorted();
}

/** Reads and parses the TypeScript below the folders. */
export function readSources(...folders: string[]): SourceFile[] {
  return listFiles(...folders)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map(readSource);
}

function readSource(file: string): SourceFile {
  const text = readFileSync(file, 'utf8');
  const { program, module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const unquote = (range: { start: number; end: number }) =>
    text.slice(range.start + 1, range.end - 1);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
      isDynamic: false,
      names: entries.map(({ importName: { kind, name } }) =>
        kind === 'Name' ? (name ?? '') : kind === 'Default' ? 'default' : '*',
      ),
    })),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      from: unquote(moduleRequest),
      isTypeOnly: false,
      isDynamic: true,
      names: ['*'],
    })),
  ];
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  );
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName: { kind, name } }) =>
      moduleRequest || kind !== 'Name' || name === null ? [] : [name],
    ),
  );
  const isBarrel =
    reexports.length > 0 &&
    program.body.every(
      (statement) =>
        statement.type === 'ImportDeclaration' ||
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
    );
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const found = walk(program, text);
  return { path: file, text, lines, imports, reexports, exports, isBarrel, ...found };
}

function walk(program: ReturnType<typeof parseSync>['program'], text: string) {
  const functions: (SourceFunction & { start: number; end: number })[] = [];
  const strings: string[] = [];
  const jsx: number[] = [];
  let usesAny = false;
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const note = ({ start, end }: { start: number; end: number }) => {
    const line = lineOf(start);
    functions.push({ start, end, line, lines: lineOf(end) - line + 1, hasJsx: false });
  };
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    JSXOpeningElement: ({ start }) => void jsx.push(start),
    JSXOpeningFragment: ({ start }) => void jsx.push(start),
    TSAnyKeyword: () => void (usesAny = true),
    Literal: ({ value }) => void (typeof value === 'string' && strings.push(value)),
    TemplateElement: ({ value }) => void strings.push(value.cooked ?? value.raw),
  }).visit(program);
  for (const each of functions) {
    each.hasJsx = jsx.some((start) => start > each.start && start < each.end);
  }
  return { functions, strings, usesAny };
}

import { parse, type Expression, type Program } from 'acorn';

import { stripTypes } from '#app/blueprint/generate/strip-types.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readDeclarations, type Declarations } from './read-declarations.ts';
import type { Unreadable } from './static-value.ts';

/** A module of a repository, parsed and never run. */
export interface ParsedModule extends Declarations {
  path: string;
  /** Without types; lines are those of the file. */
  code: string;
}

/** A value at the top of a module. */
export interface Constant {
  module: ParsedModule;
  node: Expression;
}

/** The modules of a repository, each parsed when it is first asked for. */
export class SourceSet {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #parsed = new Map<string, Result<ParsedModule, Unreadable>>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** New modules of tools that nothing has imported. */
  listUnread(isGenerated: (path: string) => boolean): string[] {
    return [...this.#texts].flatMap(([path, text]) => {
      const isTool = path.startsWith('src/tools/') && /\binputSchema\b/.test(text);
      return isTool && !isGenerated(path) && !this.#parsed.has(path) ? [path] : [];
    });
  }

  read(path: string): Result<ParsedModule, Unreadable> {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const text = this.#texts.get(path);
    const module =
      text === undefined ? unreadable(path, 1, 'There is no such file.') : parseSource(path, text);
    this.#parsed.set(path, module);
    return module;
  }

  /** The module that another one imports; null where it is none of the repository's. */
  resolve(from: string, specifier: string): string | null {
    const path = this.locate(from, specifier);
    return path !== null && this.#texts.has(path) ? path : null;
  }

  /** As {@link resolve}, also where there is no such module. */
  locate(from: string, specifier: string): string | null {
    if (!specifier.startsWith('./') && !specifier.startsWith('../')) return null;
    const parts = from.split('/').slice(0, -1);
    for (const part of specifier.split('/')) {
      if (part === '..' && parts.pop() === undefined) return null;
      if (part !== '..' && part !== '.') parts.push(part);
    }
    const path = parts.join('/');
    const stem = path.replace(/\.js$/, '');
    return [path, `${stem}.ts`, `${stem}/index.ts`].find((name) => this.#texts.has(name)) ?? path;
  }
}

export function unreadable(file: string, line: number, message: string) {
  return fail({ reason: 'unreadable' as const, file, line, message });
}

function parseSource(path: string, text: string): Result<ParsedModule, Unreadable> {
  const stripped = stripTypes(path, text);
  if (!stripped.ok) return unreadable(path, stripped.line, `Syntax error: ${stripped.message}.`);
  const code = stripped.value;
  const program = parseModule(code);
  if ('line' in program) return unreadable(path, program.line, program.message);
  return succeed({ path, code, ...readDeclarations(program) });
}

function parseModule(code: string): Program | { line: number; message: string } {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (error) {
    if (error instanceof RangeError) return { line: 1, message: 'It is nested too deeply.' };
    if (!(error instanceof SyntaxError)) throw error;
    const place = /\s*\((\d+):\d+\)$/.exec(error.message);
    const message = `Syntax error: ${error.message.replace(/\s*\(\d+:\d+\)$/, '')}.`;
    return { line: Number(place?.[1] ?? 1), message };
  }
}

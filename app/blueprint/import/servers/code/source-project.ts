import { isJsonObject, parseJson, type JsonObject } from '#app/runtime/json.ts';

import { parseSource } from './parse-source.ts';
import type { SourceFile } from './source-file.ts';
import { toModule, type CodeModule } from './code-module.ts';

/** The files of a repository, parsed when they are first asked for. */
export interface SourceProject {
  /** By path. */
  files: ReadonlyMap<string, string>;
  /** The module of a path; null: it cannot be parsed. */
  module: (path: string) => CodeModule | null;
  /** The path that an import means; null: a package from elsewhere. */
  resolve: (specifier: string, from: string) => string | null;
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx', '.json'];
/** The ending of an import in TypeScript, whose file has another one. */
const WRITTEN = /\.(js|mjs|cjs|jsx)$/;

export function openSourceProject(given: readonly SourceFile[]): SourceProject {
  const files = new Map(given.map(({ path, text }) => [path, text]));
  const modules = new Map<string, CodeModule | null>();
  const aliases = [...files].flatMap(([path, text]) => readAliases(path, text));
  const packages = new Map([...files].flatMap(([path, text]) => readPackage(path, text)));
  const find = (path: string) => findFile(files, path);
  return {
    files,
    module(path) {
      const known = modules.get(path);
      if (known !== undefined) return known;
      const text = files.get(path);
      const parsed = text === undefined ? null : parseSource(path, text);
      const module = text !== undefined && parsed?.ok ? toModule(path, text, parsed.value) : null;
      modules.set(path, module);
      return module;
    },
    resolve(specifier, from) {
      if (specifier.startsWith('.')) return find(joinPath(folderOf(from), specifier));
      for (const { prefix, suffix, targets } of aliases) {
        if (!specifier.startsWith(prefix) || !specifier.endsWith(suffix)) continue;
        const rest = specifier.slice(prefix.length, specifier.length - suffix.length);
        for (const target of targets) {
          const found = find(joinPath('', target.replace('*', rest)));
          if (found !== null) return found;
        }
      }
      return findInPackages(packages, specifier, find);
    },
  };
}

function findFile(files: ReadonlyMap<string, string>, path: string): string | null {
  const bare = path.replace(WRITTEN, '');
  const written = path.endsWith('.mjs') ? [`${bare}.mts`] : [];
  const all = [
    path,
    ...written,
    ...ENDINGS.map((ending) => bare + ending),
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
  ];
  return all.find((each) => files.has(each)) ?? null;
}

/** A package of the same repository. */
function findInPackages(
  packages: ReadonlyMap<string, string>,
  specifier: string,
  find: (path: string) => string | null,
): string | null {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const folder = packages.get(name);
  if (folder === undefined) return null;
  const inside = rest === '' ? '/index' : rest;
  for (const sources of ['src', '.', 'lib']) {
    const found = find(joinPath(folder, `${sources}${inside}`));
    if (found !== null) return found;
  }
  return null;
}

interface Alias {
  prefix: string;
  suffix: string;
  /** Paths from the root of the repository, with `*`. */
  targets: string[];
}

/** `paths` of a tsconfig.json, and `imports` of a package.json. */
function readAliases(path: string, text: string): Alias[] {
  const folder = folderOf(path);
  if (/(^|\/)tsconfig[^/]*\.json$/.test(path)) {
    const options = readJsonc(text)?.['compilerOptions'];
    if (!isJsonObject(options)) return [];
    const base = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : '.';
    return toAliases(options['paths'], joinPath(folder, base));
  }
  if (!/(^|\/)package\.json$/.test(path)) return [];
  return toAliases(readJsonc(text)?.['imports'], folder);
}

function toAliases(paths: unknown, folder: string): Alias[] {
  if (!isJsonObject(paths)) return [];
  return Object.entries(paths).map(([pattern, given]) => {
    const [prefix = '', suffix = ''] = pattern.split('*');
    const targets = (Array.isArray(given) ? given : [given])
      .filter((target) => typeof target === 'string')
      .map((target) => joinPath(folder, target).replace(/(^|\/)(dist|build)\//, '$1src/'));
    return { prefix, suffix: pattern.includes('*') ? suffix : '', targets };
  });
}

function readPackage(path: string, text: string): [string, string][] {
  if (!/(^|\/)package\.json$/.test(path)) return [];
  const name = readJsonc(text)?.['name'];
  return typeof name === 'string' ? [[name, folderOf(path)]] : [];
}

/** JSON with comments and trailing commas, as configurations are written; null: it is none. */
export function readJsonc(text: string): JsonObject | null {
  const plain = text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_all, kept: string) => kept ?? '',
    )
    .replace(/,(\s*[}\]])/g, '$1');
  try {
    const value = parseJson(plain);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The folder of a path; empty: the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** A path from a folder on, without `.` and `..`. */
function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

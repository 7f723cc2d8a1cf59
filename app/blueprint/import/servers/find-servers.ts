import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import type { SourceFile } from './code/source-file.ts';
import { isCodePath, isSourcePath } from './code/source-path.ts';
import type { CodeModule } from './code/code-module.ts';
import {
  folderOf,
  openSourceProject,
  readJsonc,
  type SourceProject,
} from './code/source-project.ts';
import { findIdentity } from './tools/find-identity.ts';
import { findClassTools } from './tools/find-class-tools.ts';
import { findRegisteredTools } from './tools/find-registered-tools.ts';
import type { FoundServer, UnreadPlace } from './tools/found-server.ts';
import { listFiles } from './tools/list-files.ts';
import { createInterpreter, type Allowance } from './values/create-interpreter.ts';

/** Packages that MCP servers are written with. */
const MCP_PACKAGE =
  /^(@modelcontextprotocol\/(sdk|server|ext-apps|node|hono|express)|fastmcp|mcp-use|mcp-framework|@mcp-use\/.+|agents|mcp-handler|@vercel\/mcp-adapter|xmcp|mcp-lite|@mcp-ui\/server|@rekog\/mcp-nest|tmcp|easy-mcp)(\/|$)/;

/** Expressions that are read of one repository at most. */
const MAX_STEPS = 2_000_000;
/** Code that registers tools. */
const REGISTERS = /\b(registerTool|addTool|ListToolsRequestSchema)\b|\.tool\(/;

/**
 * Finds the MCP servers of a repository by reading its code; nothing of it is run.
 *
 * @param folder only servers in this folder, which may need files of others; empty: all
 */
export function findServers(files: readonly SourceFile[], folder = ''): FoundServer[] {
  const project = openSourceProject(files);
  const own = files.filter(
    ({ path }) => isCodePath(path) && isInside(path, folder) && isSourcePath(path, folder),
  );
  const packages = files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path) && isSourcePath(path, folder))
    .map(({ path, text }) => ({ folder: folderOf(path), json: readJsonc(text) ?? {} }));
  if (!packages.some(({ folder }) => folder === '')) packages.push({ folder: '', json: {} });
  const groups = Map.groupBy(own, ({ path }) => nearest(packages, path));
  const allowance = { left: MAX_STEPS };
  const servers = packages
    .map((each) => readPackage(project, allowance, each, groups.get(each.folder) ?? []))
    .filter((server) => server !== null)
    .toSorted((a, b) => b.tools.length - a.tools.length);
  // What others build on is no server by itself.
  return servers.some(({ tools }) => tools.length > 0)
    ? servers.filter(({ tools }) => tools.length > 0)
    : servers;
}

function nearest(packages: readonly { folder: string }[], path: string): string {
  const above = packages.filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  return above.reduce((best, { folder }) => (folder.length > best.length ? folder : best), '');
}

/** The server of a package; null: it has none. */
function readPackage(
  project: SourceProject,
  allowance: Allowance,
  { folder, json }: { folder: string; json: JsonObject },
  files: readonly SourceFile[],
): FoundServer | null {
  const unread = files.flatMap(({ path, text }): UnreadPlace[] =>
    project.module(path) || !REGISTERS.test(text)
      ? []
      : [{ file: path, line: 1, reason: 'syntax', code: text.slice(0, 80) }],
  );
  const modules = listModules(
    project,
    files.map(({ path }) => path),
  );
  const packages = [...new Set(modules.flatMap(listPackages))].filter((name) =>
    MCP_PACKAGE.test(name),
  );
  if (packages.length === 0) return null;
  const interpreter = createInterpreter(project, modules, allowance);
  const found = findRegisteredTools(interpreter, modules);
  const tools = found.tools.length > 0 ? found.tools : findClassTools(interpreter, modules);
  if (tools.length === 0 && found.unread.length === 0) return null;
  return {
    folder,
    ...findIdentity(interpreter, modules, json),
    description: textAt(json, 'description'),
    packages: packages
      .map((name) => name.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'))
      .filter(isFirst),
    tools,
    unread: [...found.unread, ...unread],
    files: listFiles(project, tools),
  };
}

/** The modules of some files, then those that they import, also of other packages of the repository. */
function listModules(project: SourceProject, files: readonly string[]): CodeModule[] {
  const paths = new Set(files);
  const modules: CodeModule[] = [];
  // A set hands out what is added while it is gone through.
  for (const path of paths) {
    const module = project.module(path);
    if (!module) continue;
    modules.push(module);
    for (const from of listPackages(module)) {
      const found = project.resolve(from, path);
      if (found !== null && isCodePath(found)) paths.add(found);
    }
  }
  return modules;
}

/** The packages and files that a module imports or passes on. */
function listPackages({ program }: CodeModule): string[] {
  return program.body.flatMap((statement) =>
    'source' in statement && statement.source ? [String(statement.source.value)] : [],
  );
}

function isFirst(name: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(name) === index;
}

function textAt(json: JsonObject, key: string): string | null {
  const { [key]: value } = json;
  return typeof value === 'string' ? dropHidden(value) : null;
}

function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

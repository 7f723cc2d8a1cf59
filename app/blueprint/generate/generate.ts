import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { toCaseModule } from './case-module.ts';
import { toChangelog } from './changelog.ts';
import { CONNECT_ENTRY, needsConnecting } from './connect-section.ts';
import { toEnvExample } from './env-example.ts';
import { toMockModule } from './mock-module.ts';
import { toPackageJson, toPackageLock } from './package-json.ts';
import { toPackageName } from './package-name.ts';
import { inOnePiece, sortByPath } from './project-file.ts';
import type { FileInPieces, ProjectFile } from './project-file.ts';
import { toReadme } from './readme.ts';
import { toSavedTestFiles } from './saved-test-files.ts';
import { toSafeJsonPieces } from './safe-json.ts';
import { nameSources, toSourceModules } from './source-modules.ts';
import type { SourceModule } from './source-modules.ts';
import { requireTemplate, templateFiles } from './template.ts';
import type { NamedTool } from './tool-modules.ts';

/** Increases with every change of the output for the same blueprint. */
export const GENERATOR_VERSION = 10;

/**
 * Generates the project of a blueprint, sorted by path: the same bytes for the same blueprint, on every
 * engine. Disabled tools stay in `blueprint.json` only.
 */
export function generate(blueprint: Blueprint): ProjectFile[] {
  return sortByPath(Array.from(generateFiles(blueprint), inOnePiece));
}

/**
 * As {@link generate}, lazily and unsorted: each file is made when it is requested, so that a writer holds
 * only one at a time, or a piece of one.
 */
export function* generateFiles(blueprint: Blueprint): Generator<FileInPieces> {
  const tools = nameSources(blueprint);
  for (const { path, typescript } of toSourceModules(blueprint, tools)) {
    yield { path, text: typescript };
  }
  yield* toOtherFiles(blueprint, tools);
}

/** As {@link generate}, together with the source modules that differ from server to server. */
export function generateWithModules(blueprint: Blueprint): {
  files: ProjectFile[];
  modules: SourceModule[];
} {
  const tools = nameSources(blueprint);
  const modules = [...toSourceModules(blueprint, tools)];
  const files = modules.map(({ path, typescript }) => ({ path, text: typescript.join('') }));
  for (const file of toOtherFiles(blueprint, tools)) files.push(inOnePiece(file));
  return { files: sortByPath(files), modules };
}

/** Everything except the source modules that differ from server to server. */
function* toOtherFiles(blueprint: Blueprint, tools: NamedTool[]): Generator<FileInPieces> {
  yield toCaseModule(blueprint, tools);
  yield toMockModule(blueprint);
  yield* toSavedTestFiles(blueprint.tests ?? []);
  const written = new Set<string>();
  for (const file of toDescribingFiles(blueprint, tools)) {
    written.add(file.path);
    yield file;
  }
  for (const [path, text] of templateFiles) {
    const isMeant = path !== CONNECT_ENTRY || needsConnecting(blueprint.upstreams);
    if (isMeant && !written.has(path)) yield { path, text };
  }
}

/** Files that are not source but contain values of the blueprint. */
function* toDescribingFiles(blueprint: Blueprint, tools: NamedTool[]): Generator<FileInPieces> {
  const example = toEnvExample(blueprint, requireTemplate('.env.example'));
  yield { path: '.env.example', text: example };
  yield { path: 'CHANGELOG.md', text: toChangelog(blueprint, tools) };
  yield { path: 'README.md', text: toReadme(blueprint, tools, requireTemplate('README.md')) };
  yield { path: 'blueprint.json', text: toSafeJsonPieces(blueprint) };
  const lock = toPackageLock(blueprint, requireTemplate('package-lock.json'));
  yield { path: 'package-lock.json', text: lock };
  yield { path: 'package.json', text: toPackageJson(blueprint) };
  const named = `name = "${toPackageName(blueprint.identity.name)}"`;
  const wrangler = requireTemplate('wrangler.toml').replace('name = "mcp-server"', named);
  yield { path: 'wrangler.toml', text: wrangler };
}

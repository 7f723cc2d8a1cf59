import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { toCaseModules } from './case-modules.ts';
import { toEnvExample } from './env-example.ts';
import { toSafeJson } from './escape-text.ts';
import { toPackageJson, toPackageLock } from './package-json.ts';
import { toPackageName } from './package-name.ts';
import { sortByPath } from './project-file.ts';
import type { ProjectFile } from './project-file.ts';
import { toReadme } from './readme.ts';
import { nameTools, toSourceModules } from './source-modules.ts';
import type { NamedTool, SourceModule } from './source-modules.ts';
import { requireTemplate, templateFiles } from './template.ts';

/** Rises with every change of what is generated from the same blueprint. */
export const GENERATOR_VERSION = 2;

/**
 * The project of a blueprint, sorted by path: the same bytes for the same blueprint, on every
 * engine. Disabled tools stay in `blueprint.json` only.
 */
export function generate(blueprint: Blueprint): ProjectFile[] {
  return generateWithModules(blueprint).files;
}

/** As {@link generate}, with the modules of the source that differ from server to server. */
export function generateWithModules(blueprint: Blueprint): {
  files: ProjectFile[];
  modules: SourceModule[];
} {
  const tools = nameTools(blueprint);
  const modules = toSourceModules(blueprint, tools);
  const written = new Map(templateFiles);
  for (const { path, typescript } of modules) written.set(path, typescript);
  for (const { path, text } of toCaseModules(blueprint, tools)) written.set(path, text);
  for (const [path, text] of toDescribingFiles(blueprint, tools)) written.set(path, text);
  const files = sortByPath(Array.from(written, ([path, text]) => ({ path, text })));
  return { files, modules };
}

/** The files that are not source but hold something of the blueprint. */
function toDescribingFiles(
  blueprint: Blueprint,
  tools: NamedTool[],
): [path: string, text: string][] {
  const wrangler = requireTemplate('wrangler.toml');
  const name = toPackageName(blueprint.identity.name);
  return [
    ['.env.example', toEnvExample(blueprint, requireTemplate('.env.example'))],
    ['README.md', toReadme(blueprint, tools, requireTemplate('README.md'))],
    ['blueprint.json', `${toSafeJson(blueprint)}\n`],
    ['package-lock.json', toPackageLock(blueprint, requireTemplate('package-lock.json'))],
    ['package.json', toPackageJson(blueprint)],
    ['wrangler.toml', wrangler.replace('name = "mcp-server"', `name = "${name}"`)],
  ];
}

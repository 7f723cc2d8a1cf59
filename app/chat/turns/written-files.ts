import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { placeTools } from '#app/blueprint/generate/tool-modules.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';

/** The most files that are reported one by one; nobody reads more of an import of a thousand. */
const MAX_FILES = 20;

/** The files of tools that are written when one state of a server becomes another. */
export function writtenFiles(before: Blueprint, after: Blueprint): string[] {
  const { added, renamed, changed } = diffBlueprints(before, after).tools;
  const paths = new Map(placeTools(enabledTools(after)).map(({ tool, path }) => [tool.name, path]));
  const moved = renamed.map(({ to }) => to);
  const written = [...new Set([...added, ...moved, ...changed.map(({ name }) => name)])];
  return [...new Set(written.flatMap((tool) => paths.get(tool) ?? []))].slice(0, MAX_FILES);
}

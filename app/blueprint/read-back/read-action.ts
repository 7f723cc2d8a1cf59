import type { NamedTool } from '#app/blueprint/generate/tool-modules.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { unreadable, type SourceSet } from './source-set.ts';
import type { Unreadable } from './static-value.ts';

/** The modules of a repository that code may be read from. */
export interface ActionFiles {
  sources: SourceSet;
  /** Texts by path, with the line ends of Unix. */
  texts: ReadonlyMap<string, string>;
  isSame: (path: string) => boolean;
  isGenerated: (path: string) => boolean;
  placed: readonly NamedTool[];
}

/** The files that a tool was generated to. */
export function filesOfTool({ path, source: { file }, tool }: NamedTool): string[] {
  return tool.action.kind === 'code' ? [path, `src/tools/${file}.action.ts`] : [path];
}

/**
 * The code of a tool as a blueprint holds it: a last line feed is the generator's where there was none before. It is
 * one module, which may import what every project has, and nothing else of its repository.
 */
export function readAction(
  files: ActionFiles,
  path: string,
  known: Tool | undefined,
): Result<string, Unreadable> {
  const own = files.placed.find(({ tool }) => tool.name === known?.name);
  const before = known?.action.kind === 'code' ? known.action.source : null;
  if (own && before !== null && filesOfTool(own).includes(path) && files.isSame(path)) {
    return succeed(before);
  }
  const module = files.sources.read(path);
  if (!module.ok) return module;
  for (const { from } of module.value.imports.values()) {
    const target = files.sources.resolve(path, from);
    if (target === null || files.isGenerated(target)) continue;
    const message = `The code of a tool is one file, and this one imports ${target}.`;
    return unreadable(path, 1, message);
  }
  const text = files.texts.get(path) ?? '';
  return succeed(before !== null && !before.endsWith('\n') ? text.replace(/\n$/, '') : text);
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolFunction } from '#app/runtime/tool-context.ts';

import { GENERATOR_VERSION, generateWithModules } from './generate.ts';
import type { ProjectFile } from './project-file.ts';
import { stripTypes } from './strip-types.ts';
import type { SyntaxFailure } from './strip-types.ts';
import type { SourceModule } from './source-modules.ts';

/** Build output of a blueprint. The same artifact is previewed, hosted and exported. */
export interface Artifact {
  /** Version of the generator that made it. */
  generatorVersion: number;
  /** SHA-256 of everything else, hexadecimal. */
  hash: string;
  /** The project, sorted by path. */
  files: ProjectFile[];
  /**
   * JavaScript by path: `src/server.ts`, `src/definitions.ts` (where there are shared schemas) and
   * `src/tools/*`. `src/server.ts` exports `server: ServerDefinition`. The generated modules import each
   * other by relative specifiers ending in `.ts`, like the keys, and nothing else; the imports of a code
   * action are its author's.
   */
  modules: Record<string, string>;
  served: ServedDefinition;
}

/**
 * Generates the project and strips the types of the modules that a sandbox loads. Pure; needs neither eval
 * nor a file system. A code action that cannot be parsed fails with its location.
 */
export async function makeArtifact(blueprint: Blueprint): Promise<Result<Artifact, SyntaxFailure>> {
  const { files, modules: sources } = generateWithModules(blueprint);
  const modules: Record<string, string> = {};
  for (const source of sources) {
    const stripped = toJavaScript(source);
    if (!stripped.ok) return stripped;
    modules[source.path] = stripped.value;
  }
  const content = {
    generatorVersion: GENERATOR_VERSION,
    files,
    modules,
    served: toServed(blueprint),
  };
  return succeed({ ...content, hash: await sha256(JSON.stringify(content)) });
}

function toJavaScript(source: SourceModule): Result<string, SyntaxFailure> {
  if (source.javascript !== null) return succeed(source.javascript.join(''));
  return stripTypes(source.path, source.typescript.join(''));
}

/** The protocol half never runs a tool, so the functions of code actions may be missing. */
function toServed(blueprint: Blueprint): ServedDefinition {
  const names = blueprint.tools.map((tool) => tool.name);
  return toServedDefinition(
    toServerDefinition(blueprint, new Map(names.map((name) => [name, unloaded]))),
  );
}

const unloaded: ToolFunction = () => {
  throw new Error('An artifact serves no tools by itself.');
};

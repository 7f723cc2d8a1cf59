import * as z from 'zod/mini';

import { GENERATOR_VERSION } from '#app/blueprint/generate/generate.ts';

/** Path of the manifest in a repository. */
export const MANIFEST_PATH = '.mcp-builder/manifest.json';

/** The generated files of a push, as the repository has them: others, and a later pull, tell edits by it. */
export const Manifest = z.object({
  /** Version of the manifest's own form. */
  manifest: z.literal(1),
  project: z.string(),
  version: z.number(),
  generator: z.number(),
  /** Name that git gives the generated content, by path. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** The manifest of a version's files, the same bytes each time. */
export function printManifest(
  { project, version }: Pick<Manifest, 'project' | 'version'>,
  files: readonly { path: string; sha: string }[],
): string {
  const manifest: Manifest = {
    manifest: 1,
    project,
    version,
    generator: GENERATOR_VERSION,
    files: Object.fromEntries(files.map(({ path, sha }) => [path, sha])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Reads a manifest; null: the text is none. */
export function readManifest(text: string): Manifest | null {
  try {
    const read = Manifest.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

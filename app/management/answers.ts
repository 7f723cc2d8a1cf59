import * as z from 'zod/mini';

import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { ProjectView } from '#app/projects/project.ts';
import { ListedVersion } from '#app/projects/version.ts';

/** A tool of a version. */
export const VersionTool = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  enabled: z.boolean(),
});

/** A version on its own, with its tools in the place of its whole blueprint. */
export const VersionDetails = z.extend(ListedVersion, {
  toolList: z.array(VersionTool),
  warnings: z.array(ImportWarning),
});
export type VersionDetails = z.infer<typeof VersionDetails>;

/** A version that was imported. */
export const SavedVersionAnswer = z.object({
  version: ListedVersion,
  warnings: z.array(ImportWarning),
});

/** A project that was imported. */
export const SavedProjectAnswer = z.object({
  project: ProjectView,
  version: ListedVersion,
  warnings: z.array(ImportWarning),
});

import { showBlueprint } from '#app/drafts/documents/shown-blueprint.ts';
import { StoredBlueprint } from '#app/drafts/documents/stored-blueprint.ts';
import { loadBlueprintText, loadWarnings } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { parseStored } from '#app/platform/read-stored.ts';

import type { FoundVersion } from './find-project.server.ts';
import type { ProjectRow } from './project-store.server.ts';
import type { VersionRow } from './version-store.server.ts';
import type { ListedVersion, VersionView } from './version.ts';

/** A version as the list of its project shows it. */
export function toListedVersion(
  row: VersionRow,
  { published }: Pick<ProjectRow, 'published'>,
): ListedVersion {
  const { number, message, base, draft, tools, score, verdict, fingerprint, createdAt, fixes } =
    row;
  const judged = { score, verdict };
  const isPublished = number === published;
  const saved = { fingerprint, createdAt, isPublished, fixes };
  return { number, message, base, draft, tools, ...judged, ...saved };
}

/** A version on its own, with its content. */
export async function viewVersion(
  app: AppContext,
  { project, version }: FoundVersion,
): Promise<VersionView> {
  const [text, warnings] = await Promise.all([
    loadBlueprintText(app.env, version),
    loadWarnings(app.env, version),
  ]);
  const blueprint = parseStored(StoredBlueprint, text, 'The blueprint');
  const url = `/api/projects/${project.id}/versions/${version.number}/blueprint`;
  return {
    ...toListedVersion(version, project),
    blueprint: showBlueprint(blueprint, text, url),
    warnings,
  };
}

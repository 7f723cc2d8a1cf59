import type { ProjectRow } from './project-store.server.ts';
import type { ListedProject } from './project.ts';

/** A project as lists show it. */
export function toListedProject(row: ProjectRow): ListedProject {
  const { id, title, slug, visibility, published, latest, tools, toolNames } = row;
  const { score, verdict, updatedAt, archivedAt } = row;
  return {
    id,
    title,
    slug,
    visibility,
    published,
    latest,
    tools,
    toolNames: toolNames ?? [],
    score,
    verdict,
    updatedAt,
    archivedAt,
  };
}

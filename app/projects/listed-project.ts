import type { ProjectRow } from './project-store.server.ts';
import type { ListedProject } from './project.ts';

/** A project as lists show it. */
export function toListedProject(row: ProjectRow): ListedProject {
  const { id, title, slug, visibility, published, latest, tools, toolNames, score } = row;
  const { updatedAt, archivedAt } = row;
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
    updatedAt,
    archivedAt,
  };
}

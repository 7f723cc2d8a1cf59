import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { ListedVersion } from '#app/projects/version.ts';

/** The project of a screen, with its endpoint, versions and chats. Times are milliseconds since 1970. */
export interface ProjectFacts {
  project: ProjectView;
  endpoint: EndpointView;
  /** Newest first. */
  versions: ListedVersion[];
  chats: { id: string; title: string; updatedAt: number }[];
}

import type { OwnAccount } from '#app/auth/own-account.ts';
import type { Role } from '#app/auth/role.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { ListedVersion } from '#app/projects/version.ts';

/** The project of a screen, with its endpoint, versions and chats. Times are milliseconds since 1970. */
export interface ProjectFacts {
  project: ProjectView;
  endpoint: EndpointView;
  /** Newest first, of which this is the first page. */
  versions: ListedVersion[];
  /** The next page has the versions before this number; null: there are no more. */
  moreVersions: number | null;
  /** The chats that were opened from it or saved into it last, newest first. */
  chats: { id: string; title: string; updatedAt: number }[];
  /** There are more chats. */
  hasMoreChats: boolean;
  /** Id of the account that has it, and the user's role there. */
  account: string;
  role: Role;
  /** The accounts of the user. */
  accounts: OwnAccount[];
}

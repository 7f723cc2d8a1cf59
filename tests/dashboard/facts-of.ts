import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import type { ListedVersion } from '#app/projects/version.ts';

const version = (number: number): ListedVersion => ({
  number,
  message: null,
  base: number === 1 ? null : number - 1,
  draft: null,
  tools: 3,
  score: null,
  verdict: null,
  fixes: null,
  fingerprint: 'f',
  createdAt: 1_790_000_000_000,
  isPublished: number === 1,
});

/** A project with three versions, of which one is served, or none. */
export function factsOf(published: number | null): ProjectFacts {
  return {
    project: {
      id: 'p',
      title: 'Users',
      slug: 'users',
      visibility: 'private',
      published,
      latest: 3,
      tools: 3,
      toolNames: [],
      score: null,
      verdict: null,
      updatedAt: 1_790_000_000_000,
      archivedAt: null,
      endpoint: '/mcp/users',
      summary: null,
      minScore: null,
      isTestGated: false,
      createdAt: 1_790_000_000_000,
    },
    endpoint: {
      visibility: 'private',
      published: null,
      rollout: null,
      history: [],
      publication: 0,
    },
    versions: [3, 2, 1].map(version),
    moreVersions: null,
    chats: [],
    hasMoreChats: false,
    account: 'a',
    role: 'owner',
    accounts: [],
  };
}

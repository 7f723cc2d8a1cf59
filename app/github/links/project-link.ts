import * as z from 'zod/mini';

/** State of the CI of a commit; null where it is kept: not known. */
export const Ci = z.enum(['running', 'passed', 'failed', 'none']);
export type Ci = z.infer<typeof Ci>;

/** Progress of a push; `open`, `merged` and `closed` are those of its pull request. */
export const PushState = z.enum(['running', 'pushed', 'open', 'merged', 'closed', 'failed']);
export type PushState = z.infer<typeof PushState>;

/** A push of a version. Times are milliseconds since 1970. */
export const ProjectPush = z.object({
  id: z.string(),
  version: z.number(),
  /** The branch that the commit is on. */
  branch: z.string(),
  commitSha: z.nullable(z.string()),
  /** Page of the commit on GitHub; null: there is none yet. */
  commitUrl: z.nullable(z.string()),
  /** Number of the pull request; null: the branch itself was moved. */
  pull: z.nullable(z.number()),
  pullUrl: z.nullable(z.string()),
  state: PushState,
  /** Why it failed. */
  failure: z.nullable(z.string()),
  ci: z.nullable(Ci),
  createdAt: z.number(),
});
export type ProjectPush = z.infer<typeof ProjectPush>;

/** The repository of a project. Names are a stranger's text. */
export const ProjectLink = z.object({
  project: z.string(),
  repositoryId: z.number(),
  owner: z.string(),
  name: z.string(),
  /** Page of the repository on GitHub. */
  url: z.string(),
  branch: z.string(),
  isPrivate: z.boolean(),
  /** `gone`: it was deleted, or the app has lost sight of it. */
  state: z.enum(['ok', 'archived', 'gone']),
  /** Whether a version is published when its pull request is merged. */
  publishesOnMerge: z.boolean(),
  /** The last commit of the branch that is known; null: it has none. */
  headSha: z.nullable(z.string()),
  /** The version that the branch holds, and the commit that brought it; null: none of ours. */
  pushedVersion: z.nullable(z.number()),
  pushedSha: z.nullable(z.string()),
  /** State of the CI of `headSha`. */
  ci: z.nullable(Ci),
  linkedAt: z.number(),
});
export type ProjectLink = z.infer<typeof ProjectLink>;

/** Answer of `GET /api/projects/:id/github`. */
export const GithubOfProject = z.object({
  link: z.nullable(ProjectLink),
  /** Newest first. */
  pushes: z.array(ProjectPush),
  /** The next page has the pushes before this time; null: there are no more. */
  next: z.nullable(z.number()),
});
export type GithubOfProject = z.infer<typeof GithubOfProject>;

/** A repository to link a project to: the body of `PUT /api/projects/:id/github`. */
export const NewLink = z.object({
  owner: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Absent: the repository's default branch. */
  branch: z.optional(z.string().check(z.minLength(1), z.maxLength(250))),
});
export type NewLink = z.infer<typeof NewLink>;

/** Projects with a repository, as `GET /api/github/projects` answers them. */
export const LinkedProjects = z.object({
  projects: z.array(z.object({ title: z.string(), latest: z.number(), link: ProjectLink })),
});
export type LinkedProjects = z.infer<typeof LinkedProjects>;

import * as z from 'zod/mini';

import { Verdict } from '#app/platform/verdict.ts';

/** Callers of an endpoint: keys of its account; those, and users who consent; everybody. */
export const EndpointVisibility = z.enum(['private', 'keys', 'public']);
export type EndpointVisibility = z.infer<typeof EndpointVisibility>;

/** A project in a list. Times are milliseconds since 1970. */
export const ListedProject = z.object({
  id: z.string(),
  title: z.string(),
  /** Names its endpoint: `/mcp/<slug>`. */
  slug: z.string(),
  visibility: EndpointVisibility,
  /** Number of the published version; null: none is. */
  published: z.nullable(z.number()),
  /** Number of the latest version. */
  latest: z.number(),
  /** How many tools the latest version has. */
  tools: z.number(),
  /** Names of its first tools. */
  toolNames: z.array(z.string()),
  /** Score of the latest version; null: it was not checked. */
  score: z.nullable(z.number()),
  /** As its report answered; null: it was not checked. */
  verdict: z.nullable(Verdict),
  updatedAt: z.number(),
  archivedAt: z.nullable(z.number()),
});
export type ListedProject = z.infer<typeof ListedProject>;

/** A page of projects, as `GET /api/projects` answers it. */
export const ProjectPage = z.object({
  projects: z.array(ListedProject),
  /** Where the next page begins; null: this is the last one. */
  next: z.nullable(z.string()),
  /** How many projects the plan still has room for; null: that is not known right now. */
  left: z.nullable(z.number()),
});
export type ProjectPage = z.infer<typeof ProjectPage>;

/** A project on its own, as `GET /api/projects/:id` answers it. */
export const ProjectView = z.extend(ListedProject, {
  /** Path of its endpoint: `/mcp/<slug>`. */
  endpoint: z.string(),
  /** The purpose of the server, in its own words. */
  summary: z.nullable(z.string()),
  /** The lowest score that is published; null: any. */
  minScore: z.nullable(z.number()),
  /** No version is published of which a test fails. */
  isTestGated: z.boolean(),
  createdAt: z.number(),
});
export type ProjectView = z.infer<typeof ProjectView>;

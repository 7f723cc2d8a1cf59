import * as z from 'zod/mini';

/** A tool of a server, as its code describes it. */
export const FoundTool = z.object({
  name: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** JSON Schema of its arguments. */
  inputSchema: z.record(z.string(), z.json()),
  outputSchema: z.nullable(z.record(z.string(), z.json())),
  annotations: z.record(z.string(), z.json()),
  /** Path of the file that registers it, and the line there. */
  file: z.string(),
  line: z.number(),
  /** Things that are only known when the server runs, one sentence each. */
  gaps: z.array(z.string()),
});
export type FoundTool = z.infer<typeof FoundTool>;

/** Something that may make tools, and cannot be read. */
export const UnreadPlace = z.object({
  file: z.string(),
  line: z.number(),
  reason: z.enum(['syntax', 'name', 'list']),
  /** The beginning of the code. */
  code: z.string(),
});
export type UnreadPlace = z.infer<typeof UnreadPlace>;

/** An MCP server in a repository. */
export const FoundServer = z.object({
  /** Folder of its package.json; empty: the root. */
  folder: z.string(),
  name: z.nullable(z.string()),
  title: z.nullable(z.string()),
  version: z.nullable(z.string()),
  description: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  /** Packages for MCP that it is written with. */
  packages: z.array(z.string()),
  transports: z.array(z.enum(['stdio', 'http', 'sse'])),
  tools: z.array(FoundTool),
  unread: z.array(UnreadPlace),
  /** Files with tools and what they need, the ones with tools first. */
  files: z.array(z.string()),
});
export type FoundServer = z.infer<typeof FoundServer>;

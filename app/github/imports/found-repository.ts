import * as z from 'zod/mini';

import { FoundServer } from '#app/blueprint/import/servers/tools/found-server.ts';

/** A file of a server's code, as it is in the repository. */
export const CodeFile = z.object({ path: z.string(), text: z.string() });

/** A server with the code that its tools are made of. */
export const ServerOfRepository = z.extend(FoundServer, {
  code: z.array(CodeFile),
  /** Files that were too many for it. */
  leftOut: z.array(z.string()),
});
export type ServerOfRepository = z.infer<typeof ServerOfRepository>;

/** The MCP servers that were found in a repository. */
export const FoundRepository = z.object({
  owner: z.string(),
  name: z.string(),
  /** Branch, tag or commit; null: the default branch. */
  ref: z.nullable(z.string()),
  /** Empty: the whole repository. */
  folder: z.string(),
  url: z.string(),
  /** Most tools first. */
  servers: z.array(ServerOfRepository),
  /** Things that were left out, one sentence each. */
  notes: z.array(z.string()),
});
export type FoundRepository = z.infer<typeof FoundRepository>;

/** The address of a repository, as somebody pasted or picked it. */
export const ImportWish = z.object({ address: z.string().check(z.maxLength(2_000)) });

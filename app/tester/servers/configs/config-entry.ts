import type { ServerTarget } from '#app/mcp-client/target.ts';

/** A server with an address, as a configuration names it. */
export type RemoteEntry = Pick<ServerTarget, 'name' | 'url' | 'transport' | 'headers' | 'auth'>;

/** A server that its client starts as a program and talks to over stdio. */
export interface LocalEntry {
  name: string;
  command: string;
  args: readonly string[];
  /** Names of the variables that it is given; their values stay where they were. */
  variables: readonly string[];
}

/** The servers of a configuration. */
export interface ReadServers {
  /** The format, in words that follow "from": "a VS Code configuration". */
  from: string;
  remote: readonly RemoteEntry[];
  local: readonly LocalEntry[];
  /** Entries that name no server, with the reason as a sentence. */
  skipped: readonly { name: string; why: string }[];
}

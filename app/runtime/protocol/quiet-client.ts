import type { ClientLink } from '../tool-context.ts';

/** A link to a client that receives nothing and cannot be asked. */
export const QUIET_CLIENT: Omit<ClientLink, 'signal'> = {
  progress: async () => {},
  log: async () => {},
  elicit: async () => null,
  sample: async () => null,
  roots: async () => null,
  updated: async () => {},
};

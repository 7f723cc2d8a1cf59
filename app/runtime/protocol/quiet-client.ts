import type { ClientLink } from '../tool-context.ts';

/** The link to a client that hears nothing and can be asked nothing. */
export const QUIET_CLIENT: Omit<ClientLink, 'signal'> = {
  progress: async () => {},
  log: async () => {},
  elicit: async () => null,
  sample: async () => null,
  roots: async () => null,
  updated: async () => {},
};

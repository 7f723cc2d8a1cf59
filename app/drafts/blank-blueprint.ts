import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BLANK_IDENTITY, DEFAULT_POLICIES, SCHEMA_VERSION } from '#app/blueprint/defaults.ts';

/** The initial blueprint of a server that is begun with a prompt: nothing but a name. */
export const BLANK_BLUEPRINT: Blueprint = {
  schemaVersion: SCHEMA_VERSION,
  identity: BLANK_IDENTITY,
  sources: [],
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: [],
  resources: [],
  prompts: [],
  policies: DEFAULT_POLICIES,
};

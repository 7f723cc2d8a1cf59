import { version } from 'virtual:build';

import { DEFAULT_POLICIES } from '#app/blueprint/defaults.ts';
import type { ServedDefinition } from '#app/runtime/served-definition.ts';

import { AGENT_TOOLS } from './agent-tools.server.ts';

const INSTRUCTIONS = `Builds, checks and publishes MCP servers.

A server under construction is a draft: create_draft makes one from an API document, a template or a title, and open_project from a saved version. The tools that take a draft change it; each change can be taken back with restore. run_checks says whether it may go to production and what to fix; fix_findings fixes what it can. call_tool tries a tool on the mock upstream, or on the real API.

save_version keeps a draft as a version of a project, and publish_version serves it to clients, so ask the user before you publish. Secrets are never passed here: the user sets them on the page of the draft or the project.`;

/** The builder's server as its clients see it. */
export const ENDPOINT_DEFINITION: ServedDefinition = {
  identity: {
    name: 'mcp-builder',
    title: 'MCP Builder',
    version,
    description: 'Builds, checks and publishes MCP servers.',
    instructions: INSTRUCTIONS,
  },
  definitions: {},
  tools: AGENT_TOOLS.map(({ served }) => served),
  resources: [],
  prompts: [],
  policies: DEFAULT_POLICIES,
};

import { callDraftTool } from './drafts/call-draft-tool.server.ts';
import { DRAFT_TOOLS } from './drafts/builder-tools.server.ts';
import { OPENING_TOOLS } from './drafts/open-drafts.server.ts';
import type { AgentTool } from './agent-tool.server.ts';
import { PROJECT_TOOLS } from './projects/project-tools.server.ts';
import { saveDraft } from './projects/save-version.server.ts';

/** All tools of the builder's endpoint, in the order in which a client lists them. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  ...OPENING_TOOLS,
  ...DRAFT_TOOLS,
  callDraftTool,
  saveDraft,
  ...PROJECT_TOOLS,
];

/** The tools as a page lists them. */
export function listAgentTools() {
  return AGENT_TOOLS.map(({ served: { name, title = null, description = null } }) => {
    return { name, title, description };
  });
}

/** By its name; undefined: there is none. */
export function findAgentTool(name: string): AgentTool | undefined {
  return AGENT_TOOLS.find(({ served }) => served.name === name);
}

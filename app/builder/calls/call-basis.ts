import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { toCanonical } from '#app/platform/text/to-canonical.ts';

type Tool = Blueprint['tools'][number];

/**
 * Hash of everything that decides what a call of a tool sends, where, and with which secrets. A call that
 * was approved is made only while it is the same. Code may call every tool of its server, and every API.
 */
export function hashCallBasis(blueprint: Blueprint, name: string): Promise<string> {
  const { tools, upstreams, policies, definitions } = blueprint;
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return sha256('none');
  const { action } = tool;
  const reached =
    action.kind === 'code'
      ? { upstreams, tools: tools.map(toSent) }
      : { upstreams: upstreams.filter(({ id }) => id === action.upstream), tools: [] };
  return sha256(toCanonical({ tool: toSent(tool), ...reached, policies, definitions }));
}

/** The parts of a tool that a request depends on: not its texts and examples. */
function toSent({ name, enabled, inputSchema, outputSchema, action, annotations }: Tool) {
  return { name, enabled, inputSchema, outputSchema, action, annotations };
}

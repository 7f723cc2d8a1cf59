import type { Edit } from '#app/blueprint/edit.ts';
import { toProxyPlan } from '#app/blueprint/proxy/to-proxy-plan.ts';

import type { FoundServer, FoundTool } from './tools/found-server.ts';
import { toListedTool } from './to-listed-tool.ts';

/** Edits that make an empty server one with the same tools, whose code is not written yet. */
export function toRecreatedEdits(server: FoundServer, tools: readonly FoundTool[]): Edit[] {
  const { edits } = toProxyPlan({
    url: 'https://example.com',
    title: server.title ?? server.name ?? 'MCP server',
    instructions: server.instructions,
    tools: tools.map(toListedTool),
    credentials: [],
  });
  return edits.flatMap((edit): Edit[] => {
    if (edit.edit === 'setUpstream') return [];
    if (edit.edit !== 'upsertTool') return [edit];
    const { outputSchema: _untilItHasCode, ...tool } = edit.tool;
    return [{ edit: 'upsertTool', tool: { ...tool, action: { kind: 'code', source: STUB } } }];
  });
}

/** Fails until somebody writes it. */
const STUB = `export default () => {
  throw new Error('The code of this tool is not written yet.');
};
`;

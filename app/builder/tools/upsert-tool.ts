import { composeTool } from './compose-tool.ts';
import { defineTool } from './builder-tool.ts';
import { ToolChange } from './tool-change.ts';

export const upsertTool = defineTool({
  name: 'upsert_tool',
  description:
    'Adds a tool, or changes the one of that name: an HTTP request, or code where no request does it. What is left out stays as it is.',
  input: ToolChange,
  async run(change, { workspace }) {
    const composed = composeTool(workspace.blueprint, change);
    if (!composed.ok) return { changed: [], problems: composed.problems };
    const { tool, upstream } = composed.value;
    const isNew = !workspace.blueprint.tools.some(({ name }) => name === tool.name);
    const edits = [
      ...(upstream ? [{ edit: 'setUpstream', ...upstream }] : []),
      { edit: 'upsertTool', tool },
    ];
    const said = isNew ? `${tool.name} is added.` : `${tool.name} is changed.`;
    return workspace.edit(
      edits,
      upstream ? [`${upstream.id} is ${upstream.baseUrl}.`, said] : [said],
    );
  },
});

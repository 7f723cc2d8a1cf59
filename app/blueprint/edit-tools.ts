import { fail, succeed } from '#app/platform/result.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';

import type { Blueprint } from './blueprint.ts';
import type { EditNamed, EditOutcome } from './edit.ts';
import { moveMocks } from './move-mocks.ts';
import { patch, upsertBy } from './patch.ts';
import { takesNumber } from './schema-types.ts';
import type { Tool } from './tool.ts';
import { withoutFreed } from './used-definitions.ts';

type ToolEdit = EditNamed<
  | 'upsertTool'
  | 'removeTool'
  | 'removeTools'
  | 'renameTool'
  | 'describeTool'
  | 'selectTools'
  | 'setAnnotations'
  | 'boundArgument'
  | 'keepProperties'
  | 'addExample'
>;

/** Applies an edit of tools. */
export function editTools(blueprint: Blueprint, edit: ToolEdit): EditOutcome {
  switch (edit.edit) {
    case 'upsertTool':
      return succeed(upsertTool(blueprint, edit.tool));
    case 'removeTool':
      return removeTools(blueprint, [edit.name], () => ['name']);
    case 'removeTools':
      return removeTools(blueprint, edit.names, (index) => ['names', index]);
    case 'renameTool':
      return renameTool(blueprint, edit.from, edit.to);
    case 'selectTools':
      return selectTools(blueprint, edit.names, edit.enabled);
    case 'describeTool': {
      const { title, description } = edit;
      return changeTool(blueprint, edit.name, (tool) => patch(tool, { title, description }));
    }
    case 'setAnnotations': {
      const { annotations } = edit;
      return changeTool(blueprint, edit.name, (tool) => patch(tool, { annotations }));
    }
    case 'boundArgument':
      return boundArgument(blueprint, edit);
    case 'addExample': {
      const { example } = edit;
      return changeTool(blueprint, edit.name, (tool) => ({
        ...tool,
        examples: [...(tool.examples ?? []), example],
      }));
    }
    case 'keepProperties':
      return keepProperties(blueprint, edit.name, edit.properties);
  }
}

function upsertTool(blueprint: Blueprint, tool: Tool): Blueprint {
  const { mocks: _mocks, ...rest } = blueprint;
  const tools = upsertBy(blueprint.tools, tool, ({ name }) => name);
  return { ...rest, tools, ...moveMocks(blueprint, tool) };
}

function removeTools(
  blueprint: Blueprint,
  names: readonly string[],
  placeOf: (index: number) => (string | number)[],
): EditOutcome {
  const gone = new Map(names.map((name, index) => [name, placeOf(index)]));
  const known = new Set(blueprint.tools.map(({ name }) => name));
  for (const [name, path] of gone) if (!known.has(name)) return noTool(name, path);
  for (const { uri, content } of blueprint.resources) {
    const path = content.kind === 'tool' ? gone.get(content.tool) : undefined;
    if (content.kind !== 'tool' || path === undefined) continue;
    const message = `The resource "${uri}" gets its content from "${content.tool}"; remove it first.`;
    return fail({ reason: 'refused', path, message });
  }
  for (const { name, tool = '' } of blueprint.prompts) {
    const path = gone.get(tool);
    if (path === undefined) continue;
    const message = `The prompt "${name}" gets its messages from "${tool}"; remove it first.`;
    return fail({ reason: 'refused', path, message });
  }
  const tools = blueprint.tools.filter(({ name }) => !gone.has(name));
  const removed = blueprint.tools.filter(({ name }) => gone.has(name));
  const definitions = withoutFreed(blueprint.definitions, removed, tools);
  return succeed({ ...blueprint, tools, definitions });
}

function renameTool(blueprint: Blueprint, from: string, to: string): EditOutcome {
  if (from !== to && blueprint.tools.some((tool) => tool.name === to)) {
    const message = `A tool named "${to}" already exists.`;
    return fail({ reason: 'refused', path: ['to'], message });
  }
  const resources = blueprint.resources.map((resource) => {
    const { content } = resource;
    if (content.kind !== 'tool' || content.tool !== from) return resource;
    return { ...resource, content: { ...content, tool: to } };
  });
  const prompts = blueprint.prompts.map((prompt) =>
    prompt.tool === from ? { ...prompt, tool: to } : prompt,
  );
  const followed = { ...blueprint, resources, prompts };
  return changeTool(followed, from, (tool) => ({ ...tool, name: to }), 'from');
}

function selectTools(blueprint: Blueprint, names: string[], enabled: boolean): EditOutcome {
  const wanted = new Set(names);
  const tools = blueprint.tools.map((tool) => {
    return wanted.delete(tool.name) ? { ...tool, enabled } : tool;
  });
  const [missing] = wanted;
  return missing === undefined ? succeed({ ...blueprint, tools }) : noTool(missing, ['names']);
}

function boundArgument(blueprint: Blueprint, edit: EditNamed<'boundArgument'>): EditOutcome {
  const { name, argument, minimum, maximum } = edit;
  const tool = blueprint.tools.find((other) => other.name === name);
  if (tool === undefined) return noTool(name, ['name']);
  const given = tool.inputSchema['properties'];
  const properties = isJsonObject(given) ? given : {};
  const schema = valueOf(properties, argument);
  if (!isJsonObject(schema) || !takesNumber(schema)) {
    const message = `"${name}" has no argument "${argument}" that is a number.`;
    return fail({ reason: 'refused', path: ['argument'], message });
  }
  const bounded = patch(schema, { minimum, maximum });
  const inputSchema = { ...tool.inputSchema, properties: { ...properties, [argument]: bounded } };
  return changeTool(blueprint, name, (current) => ({ ...current, inputSchema }));
}

function keepProperties(blueprint: Blueprint, name: string, properties: string[]): EditOutcome {
  const tool = blueprint.tools.find((other) => other.name === name);
  if (tool && tool.action.kind !== 'http') {
    const message = `"${name}" is not an HTTP tool: its own code decides what it returns.`;
    return fail({ reason: 'refused', path: ['name'], message });
  }
  const keep = properties.length > 0 ? properties : null;
  return changeTool(blueprint, name, (current) => {
    if (current.action.kind !== 'http') return current;
    const response = patch(current.action.response, { keep });
    return { ...current, action: { ...current.action, response } };
  });
}

function changeTool(
  blueprint: Blueprint,
  name: string,
  change: (tool: Tool) => Tool,
  field = 'name',
): EditOutcome {
  const index = blueprint.tools.findIndex((tool) => tool.name === name);
  const tool = blueprint.tools[index];
  if (tool === undefined) return noTool(name, [field]);
  return succeed({ ...blueprint, tools: blueprint.tools.with(index, change(tool)) });
}

function noTool(name: string, path: (string | number)[]): EditOutcome {
  return fail({ reason: 'refused', path, message: `There is no tool named "${name}".` });
}

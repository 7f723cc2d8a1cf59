import type { ArgumentFacts, Call, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { toList, toRecord, toTexts } from './read-facts.ts';

/** The draft as it will be after a call that is accepted, so that later requests can refer to it. */
export function applyCall(facts: DraftFacts, { tool, input }: Call): DraftFacts {
  const name = toText(input['name']);
  switch (tool) {
    case 'upsert_tool': {
      const known = facts.tools.find((each) => each.name === name);
      const changed = changeTool(known ?? newTool(name), input);
      const tools = known
        ? facts.tools.map((each) => (each === known ? changed : each))
        : [...facts.tools, changed];
      return { ...facts, tools };
    }
    case 'remove_tool':
      return { ...facts, tools: facts.tools.filter((each) => each.name !== name) };
    case 'rename_tool': {
      const { from, to } = input;
      const tools = facts.tools.map((each) =>
        each.name === from ? { ...each, name: toText(to) } : each,
      );
      return { ...facts, tools };
    }
    default:
      return facts;
  }
}

function newTool(name: string): ToolFacts {
  return {
    name,
    enabled: true,
    kind: 'http',
    reads: true,
    destructive: false,
    confirms: false,
    arguments: [],
  };
}

function changeTool(tool: ToolFacts, input: Call['input']): ToolFacts {
  const { enabled, confirm, keep, request, arguments: given, removeArguments } = input;
  const { method, url } = toRecord(request);
  const removed = toTexts(removeArguments);
  const left = tool.arguments.filter(({ name }) => !removed.includes(name));
  const path = typeof url === 'string' ? url.replace(/^https?:\/\/[^/]*/, '') : tool.path;
  return {
    ...tool,
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
    ...(typeof confirm === 'boolean' ? { confirms: confirm } : {}),
    ...(Array.isArray(keep) ? { keep: toTexts(keep) } : {}),
    ...(typeof method === 'string' ? readsOf(method) : {}),
    ...(path === undefined ? {} : { path }),
    arguments: toList(given).reduce<ArgumentFacts[]>(changeArgument, left),
  };
}

function readsOf(method: string): Pick<ToolFacts, 'method' | 'reads' | 'destructive'> {
  return { method, reads: method === 'GET' || method === 'HEAD', destructive: method === 'DELETE' };
}

function changeArgument(list: ArgumentFacts[], value: unknown): ArgumentFacts[] {
  const { name, in: place, type, required, minimum, maximum } = toRecord(value);
  const known = list.find((each) => each.name === name);
  const changed: ArgumentFacts = {
    ...(known ?? { name: toText(name), required: false }),
    ...(typeof place === 'string' ? { in: place } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof required === 'boolean' ? { required } : {}),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
  };
  return known ? list.map((each) => (each === known ? changed : each)) : [...list, changed];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

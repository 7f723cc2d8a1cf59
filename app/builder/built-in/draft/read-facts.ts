import type { ArgumentFacts, DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';

/** A draft of which nothing is known. */
export const NO_FACTS: DraftFacts = {
  identity: { name: '' },
  upstreams: [],
  tools: [],
  resources: [],
  prompts: [],
  templates: [],
};

/** The value as an object; an empty one where it is none. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value as a list; an empty one where it is none. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; what is no text is passed over. */
export function toTexts(value: unknown): string[] {
  return toList(value).filter((each) => typeof each === 'string');
}

/** Reads what `read_blueprint` answered; null where it is no draft. */
export function readFacts(output: unknown): DraftFacts | null {
  const { identity, tools, ...rest } = toRecord(output);
  if (!Array.isArray(tools)) return null;
  const { name, title, description } = toRecord(identity);
  return {
    identity: {
      name: toText(name),
      ...textAt('title', title),
      ...textAt('description', description),
    },
    tools: tools.map(readTool).filter((tool) => tool.name !== ''),
    upstreams: toList(rest['upstreams']).map((value) => {
      const upstream = toRecord(value);
      const { id, baseUrl, auth } = upstream;
      return { id: toText(id), baseUrl: toText(baseUrl), auth: toTexts(auth) };
    }),
    resources: toTexts(rest['resources']),
    prompts: toTexts(rest['prompts']),
    templates: toList(rest['templates']).map((value) => {
      const template = toRecord(value);
      return {
        id: toText(template['id']),
        title: toText(template['title']),
        summary: toText(template['summary']),
      };
    }),
  };
}

function readTool(value: unknown): ToolFacts {
  const tool = toRecord(value);
  const { kind } = tool;
  return {
    name: toText(tool['name']),
    ...textAt('title', tool['title']),
    enabled: tool['enabled'] !== false,
    kind: kind === 'code' || kind === 'mcp' ? kind : 'http',
    ...textAt('method', tool['method']),
    ...textAt('path', tool['path']),
    ...textAt('upstream', tool['upstream']),
    reads: tool['reads'] === true,
    destructive: tool['destructive'] === true,
    confirms: tool['confirms'] === true,
    ...(Array.isArray(tool['keep']) ? { keep: toTexts(tool['keep']) } : {}),
    arguments: toList(tool['arguments']).map(readArgument),
    ...(Array.isArray(tool['returns']) ? { returns: toTexts(tool['returns']) } : {}),
  };
}

function readArgument(value: unknown): ArgumentFacts {
  const { name, in: place, type, required, minimum, maximum } = toRecord(value);
  return {
    name: toText(name),
    ...textAt('in', place),
    ...textAt('type', type),
    required: required === true,
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textAt<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [Key in Name]?: string }) : {};
}

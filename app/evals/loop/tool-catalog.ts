import { isJsonObject, type JsonObject } from '#app/runtime/json.ts';

import type { StepTool } from './step.ts';

/** A server with what it lists. */
export interface CatalogServer {
  id: string;
  name: string;
  /** Answers of `tools/list`. */
  tools: readonly JsonObject[];
}

/** The effect of a call by the hints of its tool. */
export type ToolRisk = 'reads' | 'changes' | 'unknown' | 'destroys';

/** A tool of one of several servers, under a name that models take and no other tool has. */
export interface CatalogTool {
  /** The name that models are told. */
  wire: string;
  name: string;
  title: string | null;
  description: string;
  server: { id: string; name: string };
  inputSchema: JsonObject;
  risk: ToolRisk;
}

/** Companies take letters, digits, `_` and `-`, and OpenAI 64 of them. */
const MAX_NAME = 64;

/**
 * The tools of all servers. A name that models refuse is rewritten, one that two servers have gets that of its
 * server, and one that still exists gets a number. An entry without a name is left out.
 */
export function toCatalog(servers: readonly CatalogServer[]): CatalogTool[] {
  const named = servers.flatMap((server) =>
    server.tools.flatMap((tool) => (readName(tool) === null ? [] : [{ server, tool }])),
  );
  const servedBy = Map.groupBy(named, ({ tool }) => readName(tool));
  const taken = new Set<string>();
  return named.map(({ server, tool }) => {
    const name = readName(tool) ?? '';
    const servers = new Set(servedBy.get(name)?.map((each) => each.server.id));
    const base = servers.size > 1 ? `${name}_at_${server.name}` : name;
    const wire = toFreeName(base, taken);
    taken.add(wire);
    return { wire, ...toCatalogTool(name, tool, server) };
  });
}

/** The same tools as a model is told of them. */
export function toStepTools(catalog: readonly CatalogTool[]): StepTool[] {
  return catalog.map(({ wire, description, inputSchema }) => ({
    name: wire,
    ...(description === '' ? {} : { description }),
    inputSchema,
  }));
}

function toCatalogTool(
  name: string,
  tool: JsonObject,
  { id, name: serverName }: CatalogServer,
): Omit<CatalogTool, 'wire'> {
  const { title, description, inputSchema } = tool;
  const schema = isJsonObject(inputSchema) ? inputSchema : {};
  return {
    name,
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : '',
    server: { id, name: serverName },
    // Companies refuse a schema that does not say so.
    inputSchema: { ...schema, type: 'object' },
    risk: readRisk(tool),
  };
}

function readName({ name }: JsonObject): string | null {
  return typeof name === 'string' && name !== '' ? name : null;
}

/** A tool without hints may destroy something, by the protocol's own defaults; it does not say so. */
function readRisk({ annotations }: JsonObject): ToolRisk {
  if (!isJsonObject(annotations)) return 'unknown';
  const { readOnlyHint, destructiveHint } = annotations;
  if (readOnlyHint === true) return 'reads';
  if (destructiveHint === true) return 'destroys';
  return destructiveHint === false ? 'changes' : 'unknown';
}

function toFreeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_-]/g, '_') || 'tool';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const free = base.slice(0, MAX_NAME - end.length) + end;
    if (!taken.has(free)) return free;
  }
}

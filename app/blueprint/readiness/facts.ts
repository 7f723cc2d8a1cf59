import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonSchema, JsonValue } from '#app/runtime/json.ts';
import { servedOutput } from '#app/runtime/tools/served-output.ts';
import type { ServerEvidence, UpstreamEvidence } from '#app/runtime/probe/server-evidence.ts';

import type { RunEvidence } from './example-runs.ts';

/** Everything a report is made from; absent parts were not examined. */
export interface Evidence {
  blueprint?: Blueprint;
  /** The generated project. */
  files?: readonly ProjectFile[];
  /** Findings of a probe of the running server. */
  server?: ServerEvidence;
  /** How its outbound requests behave when the API misbehaves; null if it calls none. */
  upstream?: UpstreamEvidence | null;
  /** How its tools behave on the mock upstream. */
  runs?: RunEvidence;
  /** ISO 8601; default: the probe's own time, or now. */
  checkedAt?: string;
}

/** A tool to be judged, from the blueprint or from the tool list of a running server. */
export interface JudgedTool {
  name: string;
  title: string;
  description: string;
  annotations: JsonObject | null;
  inputSchema: JsonObject | null;
  outputSchema: JsonObject | null;
  /** Its definition, if the blueprint is known. */
  source: Tool | null;
}

/** The tools that clients see, and the schemas they share. */
export interface JudgedTools {
  list: JudgedTool[];
  definitions: { [name: string]: JsonSchema };
  from: 'blueprint' | 'server';
  /** False if a running server's list was not read to its end. */
  isComplete: boolean;
}

/** The evidence, ready to be judged; null is evidence that is missing. */
export interface Facts {
  blueprint: Blueprint | null;
  /** Text by path. */
  files: ReadonlyMap<string, string> | null;
  server: ServerEvidence | null;
  upstream: UpstreamEvidence | null;
  runs: RunEvidence | null;
  tools: JudgedTools | null;
}

/** Sorts the evidence; tools come from the blueprint where there is one, else from the server. */
export function toFacts({ blueprint, files, server, upstream, runs }: Evidence): Facts {
  return {
    blueprint: blueprint ?? null,
    files: files ? new Map(files.map(({ path, text }) => [path, text])) : null,
    server: server ?? null,
    upstream: upstream ?? null,
    runs: runs ?? null,
    tools: blueprint ? ofBlueprint(blueprint) : server ? ofServer(server) : null,
  };
}

function ofBlueprint(blueprint: Blueprint): JudgedTools {
  const list = enabledTools(blueprint).map((tool): JudgedTool => ({
    name: tool.name,
    title: tool.title ?? '',
    description: tool.description ?? '',
    annotations: tool.annotations ? { ...compact(tool.annotations) } : null,
    inputSchema: tool.inputSchema,
    outputSchema: servedOutput(tool, blueprint.definitions) ?? null,
    source: tool,
  }));
  return { list, definitions: blueprint.definitions, from: 'blueprint', isComplete: true };
}

function compact(hints: NonNullable<Tool['annotations']>): JsonObject {
  return Object.fromEntries(
    Object.entries(hints).filter((entry): entry is [string, boolean] => entry[1] !== undefined),
  );
}

function ofServer({ tools }: ServerEvidence): JudgedTools | null {
  if (tools === null) return null;
  const list = tools.tools.map((tool): JudgedTool => ({
    name: toText(tool['name']),
    title: toText(tool['title']) || titleOf(tool['annotations']),
    description: toText(tool['description']),
    annotations: toObject(tool['annotations']),
    inputSchema: toObject(tool['inputSchema']),
    outputSchema: toObject(tool['outputSchema']),
    source: null,
  }));
  return { list, definitions: {}, from: 'server', isComplete: tools.isComplete };
}

/** Servers of 2025 and before put the title among the annotations. */
function titleOf(annotations: JsonValue | undefined): string {
  return toText(toObject(annotations)?.['title']);
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toObject(value: JsonValue | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

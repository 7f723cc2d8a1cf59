import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

/** Programs that people connect servers to. */
export const HOSTS = {
  claude: 'Claude',
  chatgpt: 'ChatGPT',
  cursor: 'Cursor',
  vscode: 'VS Code',
} as const;
export type HostId = keyof typeof HOSTS;

/** Where a limit was read. */
export interface HostSource {
  /** Word for word. */
  quote: string;
  url: string;
  /** Of the quoted text, `YYYY-MM-DD`. */
  date: string;
}

/** A tool as hosts see it. */
export interface HostTool {
  name: string;
  title: string;
  description: string;
  annotations: JsonObject;
  inputSchema: JsonObject;
}

/** The tools of a server, and the name that a person gives it in a host. */
export interface HostedTools {
  name: string;
  tools: readonly HostTool[];
}

/** One limit of one host. */
export interface HostRule {
  /** `<host>.<name>`. */
  id: `${HostId}.${string}`;
  host: HostId;
  /** Statement that holds when it passes. */
  title: string;
  /** `refused`: the tool, or the whole list, is of no use there. */
  effect: 'refused' | 'degraded';
  source: HostSource;
  fix: string;
  /** The faults, one line each. */
  find: (server: HostedTools) => string[];
}

/** Reads a listed tool; what is missing is empty. */
export function toHostTool(tool: JsonObject): HostTool {
  const annotations = isJsonObject(tool['annotations']) ? tool['annotations'] : {};
  return {
    name: textOf(tool['name']),
    title: textOf(tool['title']) || textOf(annotations['title']),
    description: textOf(tool['description']),
    annotations,
    inputSchema: isJsonObject(tool['inputSchema']) ? tool['inputSchema'] : {},
  };
}

/** One line for each tool of which something is wrong. */
export function inEachTool(
  find: (tool: HostTool, server: HostedTools) => string | null,
): HostRule['find'] {
  return (server) =>
    server.tools.flatMap((tool) => {
      const what = find(tool, server);
      return what === null ? [] : [`${tool.name}: ${what}`];
    });
}

/** More tools than a host takes. */
export function aboveCount(limit: number): HostRule['find'] {
  return ({ tools }) => (tools.length > limit ? [`${tools.length} tools`] : []);
}

/** The first keyword at the root of the arguments that is among these. */
export function rootKeyword({ inputSchema }: HostTool, keywords: readonly string[]): string | null {
  const found = keywords.find((keyword) => Object.hasOwn(inputSchema, keyword));
  return found === undefined ? null : `${found} at the root of its arguments`;
}

/** The name of a server as hosts write it before the names of its tools. */
export function toPrefix(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]+/g, '_');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { aboveCount, inEachTool } from './host-rule.ts';
import type { HostRule } from './host-rule.ts';

const MAX_TOOLS = 128;
const NAME = /^[a-z0-9_-]+$/i;
/** Keywords whose value is no schema. */
const PLAIN = new Set(['const', 'default', 'enum', 'examples', 'example', 'required']);

/** Limits of VS Code with GitHub Copilot. */
export const vsCodeRules: HostRule[] = [
  {
    id: 'vscode.tools',
    host: 'vscode',
    title: `At most ${MAX_TOOLS} tools of all servers`,
    effect: 'refused',
    source: {
      quote: 'Cannot have more than 128 tools per request.',
      url: 'https://github.com/microsoft/vscode/issues/337428',
      date: '2026-09-23',
    },
    fix: 'Serve fewer tools, or let people choose groups of them.',
    find: aboveCount(MAX_TOOLS),
  },
  {
    id: 'vscode.items',
    host: 'vscode',
    title: 'Each list among the arguments says what is in it',
    effect: 'refused',
    source: {
      quote:
        'Failed to validate tool mcp_petstore_findsPetsByStatus: Error: tool parameters array type must have items.',
      url: 'https://github.com/microsoft/vscode/issues/284536',
      date: '2025-12-19',
    },
    fix: 'Add items to each schema of type array.',
    find: inEachTool(({ inputSchema }) => {
      const path = findBareList(inputSchema, 'arguments');
      return path === null ? null : `${path} has no items`;
    }),
  },
  {
    id: 'vscode.names',
    host: 'vscode',
    title: 'Names have letters, digits, _ or -',
    effect: 'degraded',
    source: {
      quote: 'Tool "assets/list" is invalid. Tools names may only contain [a-z0-9_-]',
      url: 'https://github.com/ArtisanGameworks/SpecialAgentPlugin/issues/4',
      date: '2026-03-15',
    },
    fix: 'Replace other characters by _, as VS Code does: two tools may get the same name.',
    find: inEachTool(({ name }) => (NAME.test(name) ? null : 'it is called by another name')),
  },
  {
    id: 'vscode.descriptions',
    host: 'vscode',
    title: 'Each tool has a description',
    effect: 'degraded',
    source: {
      quote: 'does not have a description. Tools must be accurately described to be called',
      url: 'https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpServer.ts',
      date: '2026-11-26',
    },
    fix: 'Say what each tool does, and when to use it.',
    find: inEachTool(({ description }) => (description.trim() === '' ? 'no description' : null)),
  },
];

/** The path of the first list without `items`; null: there is none. */
function findBareList(schema: JsonObject, path: string): string | null {
  const open: [value: JsonValue, path: string, isMap: boolean][] = [[schema, path, false]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, at, isMap] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value) && !isMap && isList(value)) return at;
    for (const [key, child] of Object.entries(value)) {
      const isName = isMap || Array.isArray(value);
      if (isName || !PLAIN.has(key)) {
        open.push([child, `${at}.${key}`, !isName && (key === 'properties' || key === '$defs')]);
      }
    }
  }
  return null;
}

function isList({ type, items, prefixItems }: JsonObject): boolean {
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  return isArray && items === undefined && prefixItems === undefined;
}

import { isJsonObject } from '#app/runtime/json.ts';

import { inEachTool, rootKeyword, toPrefix } from './host-rule.ts';
import type { HostRule } from './host-rule.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const MAX_FULL_NAME = 128;

/** Limits of Claude on the web, of its desktop app, and of Claude Code. */
export const claudeRules: HostRule[] = [
  {
    id: 'claude.names',
    host: 'claude',
    title: 'Names have 1 to 64 letters, digits, _ or -',
    effect: 'refused',
    source: {
      quote:
        'When a custom MCP connector returns a tools/list containing one tool whose name does not match ^[a-zA-Z0-9_-]{1,64}$, claude.ai rejects the entire tools array and the conversation cannot be created.',
      url: 'https://github.com/anthropics/claude-code/issues/57813',
      date: '2026-05-10',
    },
    fix: 'Replace dots and other characters by _, and keep to 64 characters.',
    find: inEachTool(({ name }) => (NAME.test(name) ? null : 'its name is refused')),
  },
  {
    id: 'claude.fullNames',
    host: 'claude',
    title: 'Names fit together with the server’s name (Claude Code)',
    effect: 'refused',
    source: {
      quote:
        'Characters outside A-Z a-z 0-9 _ - in the server name become _. A tool with a full name over 128 characters is left out',
      url: 'https://github.com/xsyetopz/claudetto/wiki/Claude-Code-MCP-Runtime',
      date: '2026-10-19',
    },
    fix: 'Shorten the names of tools, or the name under which the server is added.',
    find: inEachTool((tool, server) => {
      const full = `mcp__${toPrefix(server.name)}__${tool.name}`;
      return full.length <= MAX_FULL_NAME ? null : `${full.length} characters as ${full}`;
    }),
  },
  {
    id: 'claude.rootKeywords',
    host: 'claude',
    title: 'Arguments are one object, without choices at the root',
    effect: 'refused',
    source: {
      quote:
        'When a third-party MCP server exposes a tool whose inputSchema contains oneOf, allOf, or anyOf at the top level, the Claude API rejects the request.',
      url: 'https://github.com/anthropics/claude-code/issues/45106',
      date: '2026-04-08',
    },
    fix: 'Describe all arguments under properties, and say in the description which belong together.',
    find: inEachTool((tool) => rootKeyword(tool, ['oneOf', 'allOf', 'anyOf'])),
  },
  {
    id: 'claude.argumentNames',
    host: 'claude',
    title: 'Names of arguments have 1 to 64 letters, digits, _ . or -',
    effect: 'refused',
    source: {
      quote:
        "API Error: 400 tools.14.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
      url: 'https://github.com/anthropics/claude-code/issues/79418',
      date: '2026-07-20',
    },
    fix: 'Rename the arguments; one such name makes every request fail.',
    find: inEachTool(({ inputSchema }) => {
      const properties = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {};
      const odd = Object.keys(properties).find((key) => !KEY.test(key));
      return odd === undefined ? null : `its argument ${JSON.stringify(odd)} is refused`;
    }),
  },
  {
    id: 'claude.directory',
    host: 'claude',
    title: 'Tools have a title and hints (connector directory)',
    effect: 'degraded',
    source: {
      quote:
        'Every tool sets annotations.title plus the relevant hints: readOnlyHint: true for fetch/search tools, destructiveHint / idempotentHint for writes, openWorldHint: true if the tool reaches an external system.',
      url: 'https://github.com/anthropics/claude-plugins-official/blob/main/plugins/mcp-server-dev/skills/build-mcp-app/references/directory-checklist.md',
      date: '2026-04-28',
    },
    fix: 'Give each tool a title, and readOnlyHint or destructiveHint. The directory lists no server without them.',
    find: inEachTool(({ title, annotations }) => {
      if (title === '') return 'no title';
      const isHinted = ['readOnlyHint', 'destructiveHint'].some(
        (hint) => typeof annotations[hint] === 'boolean',
      );
      return isHinted ? null : 'neither readOnlyHint nor destructiveHint';
    }),
  },
];

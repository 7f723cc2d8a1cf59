import { aboveCount, inEachTool } from './host-rule.ts';
import type { HostRule } from './host-rule.ts';

/** A full name of 60 characters is one too many. */
const TOO_LONG = 60;
const MAX_TOOLS = 80;
const GOOD_TOOLS = 40;

/** Limits of Cursor. */
export const cursorRules: HostRule[] = [
  {
    id: 'cursor.fullNames',
    host: 'cursor',
    title: 'Names fit together with the server’s name',
    effect: 'refused',
    source: {
      quote:
        'g: GOOGLESHEETS_SPREADSHEETS_VALUES_BATCH_CLEAR_BY_DATA_FILTER – Combined server and tool name length (60) exceeds 60 characters',
      url: 'https://github.com/ComposioHQ/composio/issues/2788',
      date: '2026-02-27',
    },
    fix: 'Shorten the names of tools, or the name under which the server is added: together 59 characters.',
    find: inEachTool((tool, server) => {
      const length = server.name.length + tool.name.length;
      return length < TOO_LONG ? null : `${length} characters together with ${server.name}`;
    }),
  },
  {
    id: 'cursor.tools',
    host: 'cursor',
    title: `At most ${MAX_TOOLS} tools of all servers`,
    effect: 'refused',
    source: {
      quote:
        'Cursor has a warning/error if total tool count among all connected MCP servers exceeds 80. This limit was previously 40',
      url: 'https://github.com/Snowflake-Labs/mcp/issues/77',
      date: '2025-09-02',
    },
    fix: 'Serve fewer tools, or let people choose groups of them.',
    find: aboveCount(MAX_TOOLS),
  },
  {
    id: 'cursor.manyTools',
    host: 'cursor',
    title: `At most ${GOOD_TOOLS} tools, so that models choose well`,
    effect: 'degraded',
    source: {
      quote:
        'Cursor works best when you keep active MCP tools under roughly 40. Past that, tool selection degrades',
      url: 'https://mcptrove.com/blog/cursor-tool-limit-math',
      date: '2026-06-17',
    },
    fix: 'Serve the tools that people need most.',
    find: aboveCount(GOOD_TOOLS),
  },
];

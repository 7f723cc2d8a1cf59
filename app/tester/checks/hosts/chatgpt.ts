import { isJsonObject } from '#app/runtime/json.ts';

import { inEachTool, rootKeyword } from './host-rule.ts';
import type { HostRule } from './host-rule.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'];

/** Limits of ChatGPT, and of the API of OpenAI behind it. */
export const chatgptRules: HostRule[] = [
  {
    id: 'chatgpt.names',
    host: 'chatgpt',
    title: 'Names have 1 to 64 letters, digits, _ or -',
    effect: 'refused',
    source: {
      quote:
        "Invalid 'tools[48].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      url: 'https://github.com/openai/codex/issues/8174',
      date: '2025-12-17',
    },
    fix: 'Replace dots and other characters by _, and keep to 64 characters.',
    find: inEachTool(({ name }) => (NAME.test(name) ? null : 'its name is refused')),
  },
  {
    id: 'chatgpt.rootKeywords',
    host: 'chatgpt',
    title: 'Arguments are one object, without choices at the root',
    effect: 'refused',
    source: {
      quote:
        'The Anthropic API does not allow anyOf (or oneOf/allOf) at the top level of a tool schema. Same restriction as OpenAI.',
      url: 'https://github.com/anomalyco/opencode/issues/35516',
      date: '2026-07-06',
    },
    fix: 'Describe all arguments under properties, and say in the description which belong together.',
    find: inEachTool((tool) => rootKeyword(tool, ['oneOf', 'anyOf', 'allOf', 'enum', 'not'])),
  },
  {
    id: 'chatgpt.properties',
    host: 'chatgpt',
    title: 'Arguments are listed under properties, even if there are none',
    effect: 'refused',
    source: {
      quote:
        "Invalid schema for function 'get_me': In context=(), object schema missing properties.",
      url: 'https://github.com/github/github-mcp-server/issues/1548',
      date: '2025-12-07',
    },
    fix: 'Add properties: {} to the schema of a tool without arguments.',
    find: inEachTool(({ inputSchema }) =>
      isJsonObject(inputSchema['properties']) ? null : 'no properties',
    ),
  },
  {
    id: 'chatgpt.hints',
    host: 'chatgpt',
    title: 'Tools set all three hints (submission of an app)',
    effect: 'degraded',
    source: {
      quote: 'ChatGPT apps SDK requires every tool to define annotations in the tool descriptor.',
      url: 'https://github.com/modelcontextprotocol/ext-apps/issues/190',
      date: '2025-12-22',
    },
    fix: 'Set readOnlyHint, destructiveHint and openWorldHint of each tool.',
    find: inEachTool(({ annotations }) => {
      const lacking = HINTS.filter((hint) => typeof annotations[hint] !== 'boolean');
      return lacking.length === 0 ? null : `no ${lacking.join(', ')}`;
    }),
  },
];

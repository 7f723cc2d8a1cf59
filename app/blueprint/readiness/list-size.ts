import { toText } from '#app/runtime/json.ts';
import type { ServerEvidence } from '#app/runtime/probe/server-evidence.ts';
import { listTools } from '#app/runtime/protocol/list-tools.ts';

import type { JudgedTools } from './facts.ts';
import { nameSome } from './name-some.ts';
import { toolsRule } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Approximate ratio for English and JSON. */
const CHARACTERS_PER_TOKEN = 4;
/**
 * Half of what Claude Code loads as it is, with `ENABLE_TOOL_SEARCH=auto`: definitions of all servers up to
 * 10 % of a window of 200,000 tokens (code.claude.com/docs/en/agent-sdk/tool-search).
 */
const GOOD_TOKENS = 10_000;
/**
 * A third of the smallest window of a current client: GitHub Copilot refuses a prompt of more than 128,000
 * tokens (github.com/microsoft/vscode/issues/293419), and the list is sent with every one.
 */
const MAX_TOKENS = 40_000;
/** GitHub Copilot refuses requests with more (github.com/microsoft/vscode-copilot-release/issues/11653). */
const MAX_TOOLS = 128;

/** Whether the whole list of tools, as a client gets it, fits into a model's context. */
export const listSizeRule: CheckRule = toolsRule({
  id: 'tools.tokens',
  title: 'The list leaves room in a model’s context',
  weight: 5,
  fix: `Serve fewer tools: keep those that people need (select_tools of the builder chooses many at once), and shorten the long descriptions and schemas. Up to ${GOOD_TOKENS.toLocaleString('en')} tokens is good, more than ${MAX_TOKENS.toLocaleString('en')} fails.`,
  judge: (tools, { server }) => judgeSize(tools, server),
});

function judgeSize(tools: JudgedTools, server: ServerEvidence | null): CheckVerdict {
  const sizes = measureTools(tools, server);
  const sent = server?.tools?.pageBytes ?? sizes.map(([, size]) => size);
  const tokens = toTokens(sent.reduce((sum, size) => sum + size, 0));
  const count = tools.list.length === 1 ? '1 tool takes' : `${tools.list.length} tools take`;
  const text = `${count} about ${tokens.toLocaleString('en')} tokens.`;
  if (tokens <= GOOD_TOKENS && tools.list.length <= MAX_TOOLS) return { status: 'pass', text };
  const largest = sizes
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, size]) => `${name} (${toTokens(size).toLocaleString('en')})`);
  const many =
    tools.list.length > MAX_TOOLS ? ` Some clients refuse more than ${MAX_TOOLS} tools.` : '';
  return {
    status: tokens <= MAX_TOKENS ? 'warn' : 'fail',
    text: `${text}${many} The largest: ${nameSome(largest)}.`,
  };
}

/** Characters of each tool in the list as clients get it: with the shared schemas that it reaches. */
function measureTools(
  { list, definitions }: JudgedTools,
  server: ServerEvidence | null,
): [name: string, size: number][] {
  if (server?.tools) {
    return server.tools.tools.map((tool) => [
      toText(tool['name'] ?? null),
      JSON.stringify(tool).length,
    ]);
  }
  const pages = listTools({
    identity: { name: 'server', version: '0.0.0' },
    definitions,
    tools: list.map(({ name, title, description, inputSchema, outputSchema, source }) => ({
      name,
      title,
      description,
      ...(source?.annotations ? { annotations: source.annotations } : {}),
      inputSchema: inputSchema ?? {},
      ...(outputSchema ? { outputSchema } : {}),
    })),
    resources: [],
    prompts: [],
    policies: { timeoutMs: 1, maxUpstreamBytes: 1, maxResultBytes: 1, allowedOrigins: [] },
  });
  return pages.all().map((tool) => [tool.name, JSON.stringify(tool).length]);
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { tokensOf, toListCost, type ListCost } from '#app/blueprint/list-cost.ts';
import type { Facts, JudgedTools } from '#app/blueprint/readiness/facts.ts';
import { nameSome } from '#app/blueprint/readiness/name-some.ts';
import { toolsRule } from '#app/blueprint/readiness/rule.ts';
import type { CheckRule, CheckVerdict } from '#app/blueprint/readiness/rule.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { toText } from '#app/runtime/json.ts';

import { rankByUse } from './rank-by-use.ts';

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
/** Of fewer tools a server for an API of hundreds would be of little use. */
const MIN_CHOSEN = 20;

/** Whether the whole list of tools, as a client gets it, fits into a model's context. */
export const listSizeRule: CheckRule = toolsRule({
  id: 'tools.tokens',
  title: 'The list leaves room in a model’s context',
  weight: 5,
  blocks: true,
  place: { tab: 'tools' },
  fix: `Choose the tools that people need, and shorten long descriptions and schemas: up to ${GOOD_TOKENS.toLocaleString('en')} tokens is good, more than ${MAX_TOKENS.toLocaleString('en')} leaves too little of a client’s window. Claude Code and applications on the APIs of Anthropic and OpenAI can search tools instead of loading all of them (tool search), other clients cannot.`,
  judge: (tools, facts) => judgeSize(tools, facts),
});

function judgeSize(tools: JudgedTools, { blueprint, server }: Facts): CheckVerdict {
  const sent = blueprint ? toBlueprintListing(blueprint).tools : (server?.tools?.tools ?? []);
  const cost = toListCost(sent);
  const text = describeCost(tools.list.length, cost);
  if (fits(sent.length, cost)) return { status: 'pass', text };
  const largest = sent
    .map((tool): [string, number] => [toText(tool['name'] ?? null), tokensOf(tool)])
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, tokens]) => `${name} (${tokens.toLocaleString('en')})`);
  const isBlocked = cost.tokens > MAX_TOKENS;
  const many = sent.length > MAX_TOOLS ? ` Some clients refuse more than ${MAX_TOOLS} tools.` : '';
  return {
    status: isBlocked ? 'fail' : 'warn',
    text: `${text}${many} The largest: ${nameSome(largest)}.`,
    ...(blueprint && (isBlocked || many !== '') ? offerChoice(blueprint) : {}),
  };
}

/** `20 tools take about 4,057 tokens of a model’s context; the official client needs about 0.1 s and 2 MB more for them.` */
function describeCost(count: number, { tokens, listMs, firstCallMs, memory }: ListCost): string {
  const tools = count === 1 ? '1 tool takes' : `${count.toLocaleString('en')} tools take`;
  const seconds = ((listMs + firstCallMs) / 1_000).toFixed(1);
  const megabytes = Math.round(memory / 1_000_000);
  return `${tools} about ${tokens.toLocaleString('en')} tokens of a model’s context; the official client needs about ${seconds} s and ${megabytes} MB more for them.`;
}

function fits(count: number, { tokens }: ListCost, limit = GOOD_TOKENS): boolean {
  return tokens <= limit && count <= MAX_TOOLS;
}

/**
 * The way out: as many of the most useful tools as make a good list are still served, or, where those are too few
 * to work with, as many as clients can hold.
 */
function offerChoice(blueprint: Blueprint): Pick<CheckVerdict, 'edits' | 'label'> {
  const ranked = rankByUse(enabledTools(blueprint));
  const good = countFitting(blueprint, ranked, GOOD_TOKENS);
  const kept = good < MIN_CHOSEN ? countFitting(blueprint, ranked, MAX_TOKENS) : good;
  const names = ranked.slice(kept).map(({ name }) => name);
  if (kept === 0 || names.length === 0) return {};
  const label = kept === 1 ? 'Keep the most useful tool' : `Keep the ${kept} most useful tools`;
  return { edits: [{ edit: 'selectTools', names, enabled: false }], label };
}

/** How many of the first tools fit together; found by halving, because a shorter list shows more of each. */
function countFitting(blueprint: Blueprint, ranked: readonly Tool[], limit: number): number {
  let [most, tooMany] = [0, Math.min(ranked.length, MAX_TOOLS) + 1];
  while (tooMany - most > 1) {
    const count = Math.floor((most + tooMany) / 2);
    const kept = new Set(ranked.slice(0, count));
    const tools = blueprint.tools.filter((tool) => kept.has(tool));
    const { tools: sent } = toBlueprintListing({ ...blueprint, tools });
    if (fits(count, toListCost(sent), limit)) most = count;
    else tooMany = count;
  }
  return most;
}

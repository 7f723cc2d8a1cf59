import { CHARACTERS_PER_TOKEN, tokensOf } from '#app/blueprint/list-cost.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonSchema, JsonValue } from '#app/runtime/json.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { keepPaths } from '#app/runtime/tools/keep-paths.ts';
import { pagingArguments } from '#app/runtime/tools/paging-arguments.ts';

import { toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import type { JudgedTools } from './facts.ts';
import { notApplicable, toolsRule, UNSEEN } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Claude Code warns of larger results (code.claude.com/docs/en/mcp, "MCP output limits and warnings"). */
const GOOD_TOKENS = 10_000;
/** Claude Code refuses larger ones, unless `MAX_MCP_OUTPUT_TOKENS` says otherwise. */
const MAX_TOKENS = 25_000;
/** More is asked for by nobody who has not been told to. */
const MAX_ITEMS = 1_000;

/** Whether the answer that a tool usually gives fits a client: the document's example, or what its schema describes. */
export const answerSizeRule: CheckRule = toolsRule({
  id: 'tools.answerSize',
  title: 'A typical answer fits a model’s context',
  weight: 3,
  fix: `Keep only the fields that people need (keep), or make the usual page smaller. Up to ${GOOD_TOKENS.toLocaleString('en')} tokens is good; of more than ${MAX_TOKENS.toLocaleString('en')}, clients show nothing.`,
  judge: (tools, { blueprint }) => {
    if (blueprint === null) {
      return notApplicable(UNSEEN.blueprint);
    }
    return judgeSizes(tools, blueprint.policies.maxResultBytes);
  },
});

/** @param limit bytes at which results are cut. */
function judgeSizes(tools: JudgedTools, limit: number): CheckVerdict {
  const sizes = tools.list.flatMap(({ name, source }) => {
    const tokens = source === null ? null : estimateAnswer(source, tools.definitions);
    return tokens === null ? [] : [{ tool: name, tokens }];
  });
  if (sizes.length === 0) return notApplicable('No tool says what it answers.');
  const most = Math.max(...sizes.map(({ tokens }) => tokens));
  const faults = sizes
    .filter(({ tokens }) => tokens > GOOD_TOKENS || isCut(tokens, limit))
    .toSorted((a, b) => b.tokens - a.tokens)
    .map(({ tool, tokens }): ToolFault => {
      const cut = isCut(tokens, limit) ? `, cut at ${limit.toLocaleString('en')} bytes` : '';
      return { tool, what: `about ${tokens.toLocaleString('en')} tokens${cut}` };
    });
  const pass = `The largest typical answer has about ${most.toLocaleString('en')} tokens.`;
  return toVerdict(tools, most > MAX_TOKENS ? 'fail' : 'warn', pass, faults);
}

/** Whether a result of so many tokens is longer than its limit; a character has at least one byte. */
function isCut(tokens: number, limit: number): boolean {
  return tokens * CHARACTERS_PER_TOKEN > limit;
}

/** Tokens of a usual answer; null if nothing is known of it. */
function estimateAnswer(
  { action, outputSchema, inputSchema }: Tool,
  definitions: { [name: string]: JsonSchema },
): number | null {
  if (action.kind !== 'http') return null;
  const { mock, response } = action;
  const example = mock?.body;
  const answer =
    example === undefined
      ? outputSchema && sampleSchema(outputSchema, definitions, { withOptional: true })
      : keepPaths(example, response.keep).value;
  if (answer === undefined) return null;
  const tokens = tokensOf(answer);
  const list = findList(answer);
  const usual = usualItems(action, inputSchema);
  if (list === null || list.length === 0 || usual === null) return tokens;
  const items = tokensOf(list);
  return tokens - items + Math.ceil((items / list.length) * Math.max(usual, list.length));
}

/** The only list of an answer, or the answer itself. */
function findList(answer: JsonValue): JsonValue[] | null {
  if (Array.isArray(answer)) return answer;
  if (!isJsonObject(answer)) return null;
  const lists = Object.values(answer).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** The size of a page if nobody asks for another one; null if the tool does not say. */
function usualItems(
  action: Extract<Tool['action'], { kind: 'http' }>,
  { properties }: Tool['inputSchema'],
): number | null {
  const argument = pagingArguments(action)?.limit?.argument;
  const schema = isJsonObject(properties) ? properties[argument ?? ''] : undefined;
  const usual = isJsonObject(schema) ? schema['default'] : undefined;
  return typeof usual === 'number' && usual > 0 ? Math.min(usual, MAX_ITEMS) : null;
}

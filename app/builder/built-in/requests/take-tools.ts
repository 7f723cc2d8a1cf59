import { AROUND_TOOL, findNamed } from '#app/builder/built-in/draft/find-tool.ts';
import { selectTools } from '#app/builder/built-in/draft/select-tools.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

/** Words of a tool's name at most. */
const LONGEST_NAME = 6;
const BEFORE = /^(?:in|of|for|on|from|to|with|inside)$/;

/** The tools that a sentence about something else names, and the sentence without them. */
export interface TakenTools {
  tools: ToolFacts[] | null;
  rest: Token[];
}

/** Takes "of list_users", "in all tools", "list_users:" or "list_users' limit" out of a sentence. */
export function takeTools(tokens: readonly Token[], scope: Scope): TakenTools {
  for (let at = 0; at < tokens.length; at += 1) {
    if (!BEFORE.test(tokens[at]?.word ?? '')) continue;
    const end = findEnd(tokens, at + 1, scope);
    if (end === null) continue;
    const { tools } = end;
    const rest = [...tokens.slice(0, at), ...trimWords(tokens.slice(end.at), /^[,:]$/)];
    return { tools, rest };
  }
  const lead = findEnd(tokens, 0, scope, true);
  if (!lead) return { tools: null, rest: [...tokens] };
  const rest = trimWords(tokens.slice(lead.at), /^(?:'|'s|,|:|should|must|has|have)$/);
  return { tools: lead.tools, rest };
}

/** The tool that a sentence begins with, "in get_user" or "get_user:", and what it says of it. */
export function takeLead(
  clause: readonly Token[],
  scope: Scope,
): { name: string | null; rest: Token[] } {
  const isPlace = BEFORE.test(clause[0]?.word ?? '');
  const lead = findEnd(clause, isPlace ? 1 : 0, scope, true);
  const around = lead ? clause.slice(lead.at - 1, lead.at + 1) : [];
  const isCut = around.some(({ word }) => /^[:,]$/.test(word));
  const [tool] = lead?.tools ?? [];
  if (!lead || !tool || !(isPlace || isCut)) return { name: null, rest: [...clause] };
  return { name: tool.name, rest: trimWords(clause.slice(lead.at), /^[,:]$/) };
}

function findEnd(
  tokens: readonly Token[],
  from: number,
  scope: Scope,
  isLead = false,
): { tools: ToolFacts[]; at: number } | null {
  const longest = Math.min(tokens.length - from, LONGEST_NAME);
  for (let length = longest; length > 0; length -= 1) {
    const words = tokens.slice(from, from + length);
    const named = findNamed(trimWords(words, AROUND_TOOL), scope.facts.tools);
    if (named?.kind === 'found')
      return goOn({ tools: [named.tool], at: from + length }, tokens, scope);
    const isSet = /^(?:it|all|every|each|them|both|that|this)$/.test(words[0]?.word ?? '');
    const selection = isSet && !isLead ? selectTools(words, scope) : null;
    if (selection?.kind === 'tools') return { tools: selection.tools, at: from + length };
  }
  return null;
}

/** "in get_user and delete_user": more tools behind the first. */
function goOn(
  first: { tools: ToolFacts[]; at: number },
  tokens: readonly Token[],
  scope: Scope,
): { tools: ToolFacts[]; at: number } {
  const isJoint = /^(?:and|,)$/.test(tokens[first.at]?.word ?? '');
  const next = isJoint ? findEnd(tokens, first.at + 1, scope, true) : null;
  return next ? { tools: [...first.tools, ...next.tools], at: next.at } : first;
}

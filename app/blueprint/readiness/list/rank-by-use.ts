import { groupTools } from '#app/blueprint/group-tools.ts';
import type { Tool } from '#app/blueprint/tool.ts';

/** Needs of people, the first first: to find something, then to look at it, then to change it. */
const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/**
 * Tools in the order in which a server can least do without them, so that every beginning of the list is a server
 * to work with: what people made by hand, then from each group in turn what is nearest to its root, reads before
 * changes. What is deprecated comes last.
 */
export function rankByUse(tools: readonly Tool[]): Tool[] {
  const made = tools.filter(({ origin }) => origin === undefined);
  const imported = tools.filter(({ origin }) => origin !== undefined);
  const [current, old] = [imported.filter((tool) => !isOld(tool)), imported.filter(isOld)];
  return [...made, ...takeTurns(current), ...takeTurns(old)];
}

function isOld({ deprecated }: Tool): boolean {
  return deprecated === true;
}

/** The best of each group, then the second best; large groups first. */
function takeTurns(tools: readonly Tool[]): Tool[] {
  const groups = groupTools(tools)
    .toSorted((a, b) => b.tools.length - a.tools.length)
    .map((group) => group.tools.toSorted((a, b) => compare(needOf(a), needOf(b))));
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((own) => own[turn] ?? []),
  ).flat();
}

/** How much a call has to know, the less the better: arguments of the path, kind of request, others that are required. */
function needOf({ action, inputSchema }: Tool): number[] {
  const required = inputSchema['required'];
  const arguments_ = Array.isArray(required) ? required.length : 0;
  if (action.kind !== 'http') return [0, 0, arguments_];
  const verb = VERBS.indexOf(action.method);
  const depth = action.path.split('/').filter((part) => part.includes('{')).length;
  return [depth, verb === -1 ? VERBS.length : verb, arguments_];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

import { liveTools, placeOf } from '#app/builder/built-in/plan/work-model.ts';
import type { WorkArgument, WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { readFacts } from '#app/extraction/reading/parameter-facts.ts';

import { applyFacts } from './apply-facts.ts';
import { doneWith, type Effect } from './effect.ts';
import { findArgumentGroup, findArguments, type FoundArgument } from './find-arguments.ts';
import { findTools } from './find-tools.ts';
import { readSegments } from './read-segments.ts';
import { scopeTools } from './scope-tools.ts';
import type { Scope } from './scope.ts';

/** Reads "limit should default to 20 and be at most 100": constraints of existing arguments. */
export function changeFacts(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const live = liveTools(model);
  const grouped = findArgumentGroup(text, live, lx);
  const found = findArguments(text, live, lx);
  if (found.length === 0 && grouped.length === 0) return null;
  const touched = new Set<WorkTool>();
  for (const argument of grouped) {
    const segment = text.slice(
      0,
      found.find(({ said }) => !grouped.some(({ name }) => name === said))?.at ?? text.length,
    );
    if (applyFacts([argument], readFacts(segment, lx)))
      live.filter((tool) => tool.args.includes(argument)).forEach((tool) => touched.add(tool));
  }
  const single = found.filter(({ name }) => !grouped.some((each) => each.name === name));
  for (const { args, facts, place } of readSegments(text, single, lx)) {
    const tools = scopeTools(text, scope, args);
    for (const tool of tools) {
      const own = tool.args.filter(({ name }) => args.some((each) => each.name === name));
      if (applyFacts(own, facts)) touched.add(tool);
      if (place && own.length > 0 && moveArguments(tool, own, place.in, place.name))
        touched.add(tool);
    }
  }
  restOf(text, [...touched], found, lx);
  const [only] = [...new Set(found.map(({ name }) => name))];
  return touched.size > 0
    ? { ...doneWith([...touched]), ...(only === undefined ? {} : { argument: only }) }
    : null;
}

/** The arguments not named in "the card is optional, the rest is required". */
function restOf(
  text: string,
  tools: readonly WorkTool[],
  named: readonly FoundArgument[],
  lx: Scope['lx'],
): void {
  const said = lx.rx(String.raw`<others>(.*)$`).exec(text)?.[1];
  const required = said === undefined ? undefined : readFacts(said, lx).required;
  if (required === undefined) return;
  for (const tool of tools) {
    const others = tool.args.filter(({ name }) => !named.some((each) => each.name === name));
    requireAll(tool, others, required);
  }
}

/** Reads "all three are mandatory": every argument of the one tool that is meant. */
export function changeAll(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  if (!lx.rx(String.raw`<all>|<both>|<nothing>`).test(text)) return null;
  const facts = readFacts(text, lx);
  if (facts.required === undefined) return null;
  const { tools } = findTools(text, scope);
  const [tool] = tools;
  if (!tool || tools.length > 1 || tool.args.length === 0) return null;
  const isOptional = facts.required === false || lx.rx('<nothing>').test(text);
  requireAll(tool, tool.args, !isOptional);
  return doneWith([tool]);
}

function requireAll(tool: WorkTool, args: readonly WorkArgument[], required: boolean): void {
  applyFacts(
    args.filter((each) => placeOf(tool, each) !== 'path'),
    { required },
  );
}

function moveArguments(
  tool: WorkTool,
  args: readonly WorkArgument[],
  place: 'query' | 'header' | 'body',
  name: string | undefined,
): boolean {
  const moving = args.filter(
    (each) => placeOf(tool, each) !== place && placeOf(tool, each) !== 'path',
  );
  for (const argument of moving) {
    argument.in = place;
    if (name) argument.sentAs = name;
  }
  return moving.length > 0;
}

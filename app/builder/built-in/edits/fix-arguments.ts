import { liveTools, placeOf, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';
import { toValue } from '#app/extraction/reading/to-value.ts';
import type { JsonValue } from '#app/runtime/json.ts';

import { doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

/** Reads "always send format=json with both", "format is always json". */
export function fixArguments(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  if (!lx.rx('<always>').test(text)) return null;
  const pairs: { name: string; value: JsonValue }[] = [
    ...text.matchAll(/[`"']?([A-Za-z_][\w.-]*)\s*(?:=|:)\s*[`"']?([^\s`"',;]+)/g),
  ].map(([, name = '', value = '']) => ({ name, value: toValue(value.replace(/[.)]+$/, '')) }));
  const live = liveTools(model);
  const [argument] = findArguments(text, live, lx);
  if (pairs.length === 0 && argument) {
    const value = lx
      .rx(
        String.raw`${escapePattern(argument.said)}[\x60"']?\s+(?:<filler>\s+|<always>\s+|<to>\s+)*[\x60"']?([\w.-]+)`,
      )
      .exec(text)?.[1];
    if (value !== undefined && !lx.is('filler', value))
      pairs.push({ name: argument.name, value: toValue(value) });
  }
  if (pairs.length === 0) return null;
  const takers = findArguments(pairs.map(({ name }) => `\`${name}\``).join(' '), live, lx);
  const rest = pairs.reduce((left, { name }) => left.replace(name, ' '), text);
  const { tools, how } = findTools(rest, scope);
  const targets =
    how === 'none' || (how === 'focus' && takers.length > 0)
      ? [...new Set(takers.flatMap((each) => each.tools))].filter(
          (tool) => how !== 'focus' || tools.includes(tool) || lx.rx('<all>|<both>').test(text),
        )
      : tools;
  for (const tool of targets) for (const { name, value } of pairs) fixIn(tool, name, value);
  return targets.length > 0 ? doneWith(targets) : null;
}

/** Makes an argument a constant. */
export function fixIn(tool: WorkTool, name: string, value: JsonValue): void {
  const argument = tool.args.find((each) => each.name === name || each.sentAs === name);
  const place = argument ? placeOf(tool, argument) : placeOf(tool, { name });
  tool.args = tool.args.filter((each) => each !== argument);
  if (place === 'path') {
    tool.path = tool.path.replace(
      `{${name}}`,
      encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)),
    );
    return;
  }
  const sent = argument?.sentAs ?? name;
  tool.constants = [
    ...tool.constants.filter((each) => each.name !== sent),
    { in: place, name: sent, value },
  ];
}

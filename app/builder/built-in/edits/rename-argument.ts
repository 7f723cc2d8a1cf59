import { liveTools, placeOf, type WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';
import { splitList } from '#app/extraction/reading/split-list.ts';

import { doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { scopeTools } from './scope-tools.ts';
import type { Scope } from './scope.ts';

/** A name, quoted or not. */
export const IDENTIFIER = String.raw`[\x60"'“]?([A-Za-z_][\w.-]*[\w]|[A-Za-z_])[\x60"'”]?`;

function isNewName(name: string, { model, lx }: Scope): boolean {
  const live = liveTools(model);
  const isKnown = live.some(
    (tool) => tool.name === name || tool.args.some((each) => each.name === name),
  );
  return (
    !isKnown &&
    !lx.is('filler', name) &&
    !lx.is('atMost', name) &&
    !lx.is('instead', name) &&
    !lx.is('not', name) &&
    !lx.is('required', name) &&
    !lx.is('optional', name)
  );
}

/** Reads "call the argument since instead of from_ts", "it's called quantity, not amount". */
export function renameSaidArgument(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const paired = nameForWire(text, scope);
  if (paired) return paired;
  if (!lx.rx('<rename>|<named>|<instead>|<not>').test(text)) return null;
  const live = liveTools(model);
  const [first] = findArguments(text, live, lx);
  if (!first) return null;
  const patterns = [
    String.raw`(?:<named>|<rename>)\s+(?:<filler>\s+)*(?:<argument>\s+|<field>\s+)?${IDENTIFIER},?\s+(?:<instead>|<not>)\s+(?:<filler>\s+|of\s+)*[\x60"']?${escapePattern(first.said)}`,
    String.raw`${escapePattern(first.said)}[\x60"']?\s+(?:<filler>\s+)*(?:<named>|<rename>)\s+(?:<filler>\s+|<to>\s+)*${IDENTIFIER}`,
    String.raw`<rename>\s+(?:<filler>\s+)*(?:<argument>\s+|<field>\s+)?[\x60"']?${escapePattern(first.said)}[\x60"']?\s+(?:<argument>\s+)?(?:<filler>\s+)*(?:<to>|<filler>|->|→)\s+${IDENTIFIER}`,
    String.raw`<not>\s+(?:<filler>\s+|<argument>\s+|<field>\s+)*[\x60"']?${escapePattern(first.said)}[\x60"']?[,;:]?\s+(?:<except>\s+|<filler>\s+|it['’]?s\s+|<instead>\s+|<named>\s+)*${IDENTIFIER}`,
    String.raw`${IDENTIFIER}\s+(?:<instead>)\s+(?:of\s+)?[\x60"']?${escapePattern(first.said)}`,
  ];
  const to = patterns
    .map((pattern) => lx.rx(pattern).exec(text)?.[1])
    .find((name) => name !== undefined && isNewName(name, scope));
  if (to === undefined) return null;
  const tools = scopeTools(text, scope, [first]);
  const keepsWire = /\bAPI\b/i.test(text) || lx.rx('<same>').test(text);
  for (const tool of tools) renameIn(tool, first.name, to, keepsWire);
  return { ...doneWith(tools), argument: to };
}

/**
 * Reads "call it userId but send user_id", "show from and to, on the wire they stay f and t": names that
 * differ from those sent.
 */
function nameForWire(text: string, scope: Scope): Effect | null {
  const { model, lx } = scope;
  const wire = lx.rx('<wire>').exec(text);
  if (!wire) return null;
  const live = liveTools(model);
  const sent = findArguments(text.slice(wire.index), live, lx);
  const before = text.slice(0, wire.index).replace(lx.rx('<except>|<and>(?=\\W*$)', 'g'), ' ');
  const names = splitList(before, lx)
    .map(({ text: piece }) => piece.match(/[A-Za-z_][\w.-]*/g) ?? [])
    .map((words) => words.filter((word) => isNewName(word, scope)))
    .map((words, at) => words.at(at === 0 ? -1 : 0) ?? '');
  if (sent.length === 0 || names.length !== sent.length || names.includes('')) return null;
  const tools = scopeTools('', scope, sent);
  for (const tool of tools)
    for (const [at, { name }] of sent.entries()) renameIn(tool, name, names[at] ?? name, true);
  return doneWith(tools);
}

function renameIn(tool: WorkTool, from: string, to: string, keepsWire: boolean): void {
  const argument = tool.args.find(({ name }) => name === from);
  if (!argument) return;
  const place = placeOf(tool, argument);
  if (place === 'path') tool.path = tool.path.replace(`{${argument.name}}`, `{${to}}`);
  else if (place !== 'body' || keepsWire) argument.sentAs = argument.sentAs ?? argument.name;
  argument.name = to;
}

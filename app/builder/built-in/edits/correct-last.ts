import { liveTools } from '#app/builder/built-in/plan/work-model.ts';
import type { WorkArgument, WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { FinishedCall, PastTurn } from '#app/builder/built-in/turn.ts';
import { toRecord } from '#app/builder/built-in/values.ts';
import { readFacts } from '#app/extraction/reading/parameter-facts.ts';
import { toValue } from '#app/extraction/reading/to-value.ts';
import type { Sense } from '#app/extraction/vocabulary/vocabulary.ts';
import type { JsonObject } from '#app/runtime/json.ts';

import { applyFacts } from './apply-facts.ts';
import { askBack, doneWith, type Effect } from './effect.ts';
import { findArguments } from './find-arguments.ts';
import { findTools } from './find-tools.ts';
import type { Scope } from './scope.ts';

const KEYS = [
  'minimum',
  'maximum',
  'default',
  'enum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
] as const;

/** Undo and redo of the last change. */
export function undoLast(text: string, scope: Scope): Effect | null {
  const { lx } = scope;
  const words = text.replace(
    lx.rx('<asBefore>|<please>|<it>|<last>|<wrong>|<filler>|<change>', 'g'),
    ' ',
  );
  const isBack = !/[\p{L}\p{N}]/u.test(words);
  if (!lx.rx('<undo>|<redo>').test(text) && !(isBack && lx.has('asBefore', text))) return null;
  const isAlone =
    words
      .replace(lx.rx('<undo>|<redo>|<asBefore>|\\d+', 'g'), ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '').length <= 2;
  const mentions = findArguments(text, liveTools(scope.model), lx);
  if (!isAlone || mentions.length > 0) return null;
  const point = /\b(\d{1,4})\b/.exec(text)?.[1];
  const input: JsonObject = point === undefined ? { undo: true } : { point: Number(point) };
  return { kind: 'calls', calls: [{ tool: 'restore', input }], say: 'result' };
}

/**
 * Reads "the default as before", "take the very first name again": a value that an earlier turn replaced.
 */
export function asBefore(text: string, scope: Scope, past: readonly PastTurn[]): Effect | null {
  const { lx, model } = scope;
  if (!lx.rx('<asBefore>').test(text)) return null;
  if (lx.rx('<name>').test(text)) return firstName(text, scope, past);
  const keys = KEYS.filter((key) => lx.has(senseOf(key), beforeKeep(text, lx)));
  const live = liveTools(model);
  const named = findArguments(text, live, lx).map(({ name }) => name);
  const changed: WorkTool[] = [];
  for (const tool of live.filter(
    ({ name }) => scope.focus.length === 0 || scope.focus.includes(name),
  )) {
    for (const argument of tool.args.filter(
      ({ name }) => named.length === 0 || named.includes(name),
    )) {
      if (keys.some((key) => bringBack(argument, key, tool.name, past))) changed.push(tool);
    }
  }
  return changed.length > 0
    ? { kind: 'done', focus: [...new Set(changed.map(({ name }) => name))] }
    : null;
}

function senseOf(key: (typeof KEYS)[number]): Sense {
  if (key.startsWith('max')) return 'maximum';
  return key.startsWith('min') ? 'minimum' : key === 'enum' ? 'oneOf' : 'default';
}

/** Removes the exception of "… but keep the maximum". */
function beforeKeep(text: string, lx: Scope['lx']): string {
  const at = lx.rx(String.raw`(?:<except>|,)\s*(?:<keep>)`).exec(text)?.index;
  return at === undefined ? text : text.slice(0, at);
}

function bringBack(
  argument: WorkArgument,
  key: (typeof KEYS)[number],
  tool: string,
  past: readonly PastTurn[],
): boolean {
  const now = argument[key];
  if (now === undefined) return false;
  const values = valuesOf(argument.name, key, tool, past).filter(
    (value) => JSON.stringify(value) !== JSON.stringify(now),
  );
  const before = values.at(-1);
  if (before === undefined) delete argument[key];
  else Object.assign(argument, { [key]: before });
  return true;
}

/** Values that a constraint of an argument has had, oldest first. */
function valuesOf(name: string, key: string, tool: string, past: readonly PastTurn[]): unknown[] {
  return past
    .flatMap(({ calls }) => calls)
    .flatMap((call) => {
      if (call.tool !== 'upsert_tool' || toRecord(call.input)['name'] !== tool) return [];
      const args = toRecord(call.input)['arguments'];
      const argument = Array.isArray(args)
        ? args.map(toRecord).find((each) => each['name'] === name)
        : undefined;
      return argument && key in argument ? [argument[key]] : [];
    });
}

/** The name that a tool had first, or before the last rename. */
function firstName(text: string, scope: Scope, past: readonly PastTurn[]): Effect | null {
  const { lx, model } = scope;
  const renames = past
    .flatMap(({ calls }) => calls)
    .filter(({ tool }) => tool === 'rename_tool')
    .flatMap(({ input }) => readRenames(input));
  const { tools } = findTools('', scope);
  const [tool] =
    tools.length === 1 ? tools : liveTools(model).filter(({ name }) => renames.at(-1)?.to === name);
  if (!tool) return null;
  let name = tool.name;
  for (const { from, to } of renames.toReversed()) {
    if (to !== name) continue;
    name = from;
    if (!lx.rx('<first>').test(text) && !lx.rx('original').test(text)) break;
  }
  if (name === tool.name) return null;
  tool.name = name;
  return { kind: 'done', focus: [name] };
}

function readRenames(input: object): { from: string; to: string }[] {
  const { from, to, renames } = toRecord(input);
  const list = Array.isArray(renames) ? renames.map(toRecord) : [{ from, to }];
  return list.flatMap((each) =>
    typeof each['from'] === 'string' && typeof each['to'] === 'string'
      ? [{ from: each['from'], to: each['to'] }]
      : [],
  );
}

/** Reads "no, the other one": reverts the last turn's change of one tool and applies it to the other. */
export function otherOne(text: string, scope: Scope, past: readonly PastTurn[]): Effect | null {
  const { lx, model } = scope;
  if (!lx.rx('<otherOne>').test(text)) return null;
  const calls =
    past
      .at(-1)
      ?.calls.filter(
        ({ tool }) => tool === 'upsert_tool' || tool === 'remove_tool' || tool === 'rename_tool',
      ) ?? [];
  const [call] = calls;
  if (call?.tool === 'remove_tool')
    return askBack('The last turn removed a tool. Take that back first, then name the other one.', [
      'Undo that',
      'Leave it as it is',
    ]);
  if (call?.tool !== 'upsert_tool' || calls.length > 1) return null;
  const { name, arguments: changes } = toRecord(call.input);
  const from = liveTools(model).find((tool) => tool.name === name);
  if (!from || !Array.isArray(changes)) return null;
  const names = changes.map((each) => toRecord(each)['name']);
  const takers = liveTools(model).filter(
    (tool) => tool !== from && tool.args.some((each) => names.includes(each.name)),
  );
  const others = takers.length > 1 ? takers.filter(({ method }) => method === from.method) : takers;
  const [to] = others;
  if (!to || others.length > 1) return null;
  for (const change of changes.map(toRecord)) moveChange(change, from, to, past);
  return doneWith([to]);
}

function moveChange(
  change: Record<string, unknown>,
  from: WorkTool,
  to: WorkTool,
  past: readonly PastTurn[],
): void {
  const source = from.args.find(({ name }) => name === change['name']);
  const target = to.args.find(({ name }) => name === change['name']);
  if (!source || !target) return;
  const { name: _name, in: _place, clear: _clear, ...facts } = change;
  Object.assign(target, facts);
  for (const key of Object.keys(facts)) {
    const before = valuesOf(source.name, key, from.name, past.slice(0, -1)).at(-1);
    if (before !== undefined) Object.assign(source, { [key]: before });
    else if (key in source && key !== 'type') Object.assign(source, { [key]: undefined });
  }
}

/** Reads "wait, 200", "and at least 1, with 25 as default": the argument of the last turn again. */
export function sameArgument(text: string, scope: Scope, past: readonly PastTurn[]): Effect | null {
  const { lx, model } = scope;
  const [focused = ''] = scope.focus;
  const before = lastArgument(past);
  const last =
    scope.argument === undefined || scope.argument === before?.name
      ? before
      : { tool: focused, name: scope.argument, keys: [] };
  if (!last) return null;
  const tool = liveTools(model).find(({ name }) => name === last.tool);
  const argument = tool?.args.find(({ name }) => name === last.name);
  if (!tool || !argument) return null;
  const bare = lx
    .withDigits(
      text.replace(lx.rx('<wrong>|<please>|<it>|<filler>|<change>|<to>|<instead>', 'g'), ' '),
    )
    .replace(/[^\p{L}\p{N}.-]+/gu, ' ')
    .trim();
  if (/^-?\d+(?:\.\d+)?$/.test(bare)) {
    const key = last.keys.findLast((each) => each !== 'type' && each !== 'name');
    if (key === undefined) return null;
    Object.assign(argument, { [key]: toValue(bare) });
    return doneWith([tool]);
  }
  const facts = readFacts(text, lx);
  if (facts.enum && facts.enum.length > 0 && !lx.rx('<oneOf>|<or>').test(text)) delete facts.enum;
  const isShort = text.split(/\s+/).length <= 12;
  return isShort && applyFacts([argument], facts) ? doneWith([tool]) : null;
}

/** The one argument that the last turn changed. */
export function lastArgument(
  past: readonly PastTurn[],
): { tool: string; name: string; keys: string[] } | null {
  const calls: FinishedCall[] = past.at(-1)?.calls ?? [];
  // "no, the other one" reverts one tool: the following text is about the other.
  const old = past.at(-2)?.calls.map(({ input }) => toRecord(input)['name']) ?? [];
  const changing = calls.filter(
    ({ tool, input }) => tool === 'upsert_tool' && Array.isArray(toRecord(input)['arguments']),
  );
  const call =
    changing.findLast(
      ({ input }) => changing.length > 1 && !old.includes(toRecord(input)['name']),
    ) ?? changing.at(-1);
  const input = toRecord(call?.input);
  const args = Array.isArray(input['arguments']) ? input['arguments'].map(toRecord) : [];
  const [argument] = args;
  if (
    args.length !== 1 ||
    typeof argument?.['name'] !== 'string' ||
    typeof input['name'] !== 'string'
  )
    return null;
  return { tool: input['name'], name: argument['name'], keys: Object.keys(argument) };
}

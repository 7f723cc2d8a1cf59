import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { diffBlueprints, diffFields } from '#app/blueprint/diff/diff-blueprints.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { usedDefinitions } from '#app/blueprint/used-definitions.ts';

import type { ChangedPart, HeldItem } from './change-set.ts';
import { findExits, hostsOf, listAddressed, type ExitContext } from './find-exits.ts';
import { keyOf, listUnits, setUnits, type Unit } from './units.ts';

/** Parts of an item without a risk of their own that the person is shown one by one. */
const MAX_PARTS = 200;

/** A change of the server, parted at its exits. */
export interface PartedChange {
  /** The server with everything that waits for nobody. */
  safe: Blueprint;
  /** The rest, in items that do not need each other. */
  items: HeldItem[];
}

/**
 * Parts a change: what leads out of the draft is held back, with everything that needs it, until the
 * person decides. If the server cannot be without the held parts, all of the change is held.
 *
 * @param isApproved tells the effects that the person has approved just now.
 */
export function holdChanges(
  before: Blueprint,
  after: Blueprint,
  context: ExitContext,
  isApproved: (risk: string) => boolean = () => false,
): PartedChange {
  const units = listUnits(before, after);
  const { renamed } = diffBlueprints(before, after).tools;
  const earlier = new Map(renamed.map(({ from, to }) => [to, from]));
  const exits = findExits(before, after, units, { ...context, earlier });
  const open = new Map([...exits].filter(([, risks]) => !risks.every(isApproved)));
  if (open.size === 0) return { safe: after, items: [] };
  const groups = groupByNeed(units, open, earlier);
  const held = groups.flat();
  const safe = parseBlueprint(setUnits(withNeeded(before, after, held), held, 'before', before));
  if (!safe.ok) return { safe: before, items: [toItem(units, exits, after, context)] };
  // The same text where nothing but the held parts was changed.
  const kept = isSameJson(safe.value, before) ? before : safe.value;
  return { safe: kept, items: groups.map((group) => toItem(group, exits, after, context)) };
}

/** The server with the definitions that held tools, which stay as they were, refer to. */
function withNeeded(before: Blueprint, after: Blueprint, held: readonly Unit[]): Blueprint {
  const names = new Set(held.flatMap(({ kind, name }) => (kind === 'tools' ? [name] : [])));
  const kept = before.tools.filter(({ name }) => names.has(name));
  const needed = Object.fromEntries(usedDefinitions(before.definitions, kept));
  const missing = Object.keys(needed).some((name) => !Object.hasOwn(after.definitions, name));
  return missing ? { ...after, definitions: { ...needed, ...after.definitions } } : after;
}

/** The exits with the changed parts that need them; the same risk, or a shared part, joins exits. */
function groupByNeed(
  units: readonly Unit[],
  exits: ReadonlyMap<string, string[]>,
  earlier: ReadonlyMap<string, string>,
): Unit[][] {
  const risky = units.filter((unit) => exits.has(keyOf(unit)));
  const byRisk = Map.groupBy(risky, (unit) => exits.get(keyOf(unit))?.join(' '));
  const groups = [...byRisk.values()].map((same) => new Set(same));
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const unit of units) {
      const needed = groups.filter(
        (group) => group.has(unit) || [...group].some((held) => needs(unit, held, earlier)),
      );
      const [first, ...others] = needed;
      if (!first || (first.has(unit) && others.length === 0)) continue;
      for (const each of [unit, ...others.flatMap((other) => [...other])]) first.add(each);
      for (const other of others) groups.splice(groups.indexOf(other), 1);
      hasGrown = true;
    }
  }
  return groups.map((group) => [...group]);
}

/** Whether a changed part relies on a held one: it refers to what is new there, or was adapted to it. */
function needs(unit: Unit, held: Unit, earlier: ReadonlyMap<string, string>): boolean {
  if (unit === held) return false;
  const { kind, name } = held;
  if (kind === 'upstreams') {
    if (unit.kind === 'secrets')
      return unit.before === undefined && refersTo(held.after, unit.name);
    if (unit.kind === 'mocks') return refersTo(unit.after, name);
    if (unit.kind !== 'tools' || !(refersTo(unit.after, name) || quotes(unit.after, name))) {
      return false;
    }
    return held.before === undefined || !isSameJson(actionOf(unit.before), actionOf(unit.after));
  }
  if (kind === 'definitions') return unit.kind === 'tools' && refersToDefinition(unit.after);
  if (kind !== 'tools') return false;
  if (unit.kind === 'tools' && quotes(unit.after, name)) return true;
  if (held.before !== undefined) return false;
  // Under its old name the tool stays until the new one may come.
  if (unit.kind === 'tools') return unit.after === undefined && earlier.get(name) === unit.name;
  return (unit.kind === 'resources' || unit.kind === 'prompts') && refersTo(unit.after, name);
}

/** Whether a schema of a tool takes a part from the definitions of the server. */
function refersToDefinition(value: unknown): boolean {
  if (typeof value === 'string') return value.startsWith('#/$defs/');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(refersToDefinition);
}

/** Whether a value holds this text as a whole string. */
function refersTo(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => refersTo(item, text));
}

/** Whether the code of a tool names this text. */
function quotes(tool: unknown, text: string): boolean {
  const action = actionOf(tool);
  if (typeof action !== 'object' || action === null || !('source' in action)) return false;
  return ["'", '"', '`'].some((quote) => String(action.source).includes(quote + text + quote));
}

function actionOf(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'action' in tool ? tool.action : undefined;
}

function toItem(
  units: readonly Unit[],
  exits: ReadonlyMap<string, string[]>,
  after: Blueprint,
  { namedBy }: ExitContext,
): HeldItem {
  const risky = units.filter((unit) => exits.has(keyOf(unit)));
  const others = units.filter((unit) => !risky.includes(unit));
  const keys = new Set(units.map(keyOf));
  const upstreams = after.upstreams.filter(({ id }) => keys.has(`upstreams:${id}`));
  const hosts = listAddressed(units.map((unit) => unit.after));
  const named = [...hosts, ...upstreams.flatMap(hostsOf)].flatMap((host) => {
    const by = namedBy(host);
    return by === null ? [] : [[host, by] as const];
  });
  return {
    id: keyOf(risky[0] ?? { kind: 'server', name: 'all' }),
    risks: [...new Set(risky.flatMap((unit) => exits.get(keyOf(unit)) ?? []))],
    // However many parts there are, those that somebody decides on are shown.
    parts: [
      ...risky.map((unit) => ({ ...toPart(unit), isRisky: true as const })),
      ...others.slice(0, MAX_PARTS).map(toPart),
    ],
    more: Math.max(0, others.length - MAX_PARTS),
    units: [...units],
    named: Object.fromEntries(named),
  };
}

function toPart({ kind, name, before, after }: Unit): ChangedPart {
  if (before === undefined) return { kind, name, change: 'added', fields: [] };
  if (after === undefined) return { kind, name, change: 'removed', fields: [] };
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  const fields = isObject(before) && isObject(after) ? diffFields(before, after) : [];
  return { kind, name, change: 'changed', fields };
}

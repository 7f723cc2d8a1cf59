import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { toCanonical } from '#app/platform/text/to-canonical.ts';

import type { HeldItem } from './change-set.ts';
import { findStale, setUnits } from './units.ts';

/** Why approved changes cannot be applied: these parts of the server are not as they were then. */
export interface StaleChanges {
  reason: 'stale';
  names: string[];
}

/** The server with approved items; refused where it is no longer what the person was shown. */
export function applyChanges(
  current: Blueprint,
  items: readonly HeldItem[],
): Result<Blueprint, StaleChanges> {
  const units = items.flatMap((item) => item.units);
  const stale = findStale(current, units).map(({ name }) => name);
  if (stale.length > 0) return fail({ reason: 'stale', names: stale });
  const applied = parseBlueprint(setUnits(current, units, 'after'));
  // What the held parts rest on was removed meanwhile.
  if (!applied.ok) return fail({ reason: 'stale', names: units.map(({ name }) => name) });
  return succeed(applied.value);
}

/** The hash that an approval is bound to: of all that it would apply, in this proposal. */
export function hashItems(id: string, items: readonly HeldItem[]): Promise<string> {
  return sha256(toCanonical({ id, items }));
}

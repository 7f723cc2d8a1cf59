import { boundChange } from '#app/blueprint/diff/bound-change.ts';
import { compareParts } from '#app/blueprint/diff/compare-parts.ts';
import type { FieldChange } from '#app/blueprint/diff/field-change.ts';

import type { ChangedPart, ChangeItem, HeldItem } from './change-set.ts';
import { toShownText } from './to-shown-text.ts';
import { keyOf, type Unit } from './units.ts';

/** Characters of one text, and of all texts of a set: of parts with a risk, and of the others. */
const RISKY = { text: 100_000, all: 300_000 };
const OTHER = { text: 4_000, all: 100_000 };
/** Of a longer text, what is the same is left out. */
const WHOLE = 4_000;

/**
 * Held items as the person is shown them. The values are read from what an approval applies, and from
 * nothing else. Parts with a risk come first, so that no others take their room.
 */
export function toShownItems(items: readonly HeldItem[]): ChangeItem[] {
  const risky = createReader(RISKY);
  const other = createReader(OTHER);
  return items.map(({ id, risks, parts, more, realCall, units }) => {
    const byKey = new Map(units.map((unit) => [keyOf(unit), unit]));
    const shown = parts.map((part): ChangedPart => {
      const unit = byKey.get(keyOf(part));
      if (unit === undefined) return part;
      return { ...part, values: part.isRisky ? risky(unit) : other(unit) };
    });
    return { id, risks, parts: shown, more, ...(realCall && { realCall }) };
  });
}

/** Reads what differs in parts, until there is no room for more. */
function createReader({ text, all }: typeof RISKY): (unit: Unit) => FieldChange[] {
  let room = all;
  return ({ kind, before, after }) =>
    compareParts(kind, before, after).map((change) => {
      const bound = boundChange(change, Math.min(text, room), WHOLE);
      room = Math.max(0, room - (bound.before?.length ?? 0) - (bound.after?.length ?? 0));
      return { ...bound, before: show(bound.before), after: show(bound.after) };
    });
}

function show(text: string | null): string | null {
  return text === null ? null : toShownText(text);
}

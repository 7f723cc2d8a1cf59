import type { JsonObject } from '../json.ts';

/** A number within a schema's bounds: 1, or the nearest bound. */
export function sampleNumber(schema: JsonObject, type: 'integer' | 'number'): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : 0;
  const low = lowest(minimum, exclusiveMinimum);
  const high = highest(maximum, exclusiveMaximum);
  const start = Math.min(Math.max(1, low.limit), high.limit);
  if (step === 0) {
    if (low.isOpen && start === low.limit) return inside(low.limit, high.limit, 1);
    if (high.isOpen && start === high.limit) return inside(high.limit, low.limit, -1);
    return start;
  }
  let value = Math.ceil(start / step) * step;
  if (low.isOpen && value <= low.limit) value += step;
  if (value > high.limit || (high.isOpen && value >= high.limit)) {
    value = Math.floor(high.limit / step) * step;
    if (high.isOpen && value >= high.limit) value -= step;
  }
  // Multiples of 0.1 drift: 3 * 0.1 is not 0.3.
  return Number(value.toPrecision(12));
}

interface Bound {
  limit: number;
  isOpen: boolean;
}

function lowest(closed: unknown, open: unknown): Bound {
  const closedLimit = typeof closed === 'number' ? closed : -Infinity;
  const openLimit = typeof open === 'number' ? open : -Infinity;
  return openLimit >= closedLimit && openLimit !== -Infinity
    ? { limit: openLimit, isOpen: true }
    : { limit: closedLimit, isOpen: false };
}

function highest(closed: unknown, open: unknown): Bound {
  const closedLimit = typeof closed === 'number' ? closed : Infinity;
  const openLimit = typeof open === 'number' ? open : Infinity;
  return openLimit <= closedLimit && openLimit !== Infinity
    ? { limit: openLimit, isOpen: true }
    : { limit: closedLimit, isOpen: false };
}

/** One beyond the limit, or halfway if the other limit is nearer. */
function inside(limit: number, other: number, direction: 1 | -1): number {
  const next = limit + direction;
  const isPast = direction === 1 ? next >= other : next <= other;
  return isPast ? (limit + other) / 2 : next;
}

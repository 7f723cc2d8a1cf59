/**
 * Counts the loop rounds and function entries of generated code between two answers from outside.
 * A module of its own in the dynamic Worker's map, imported by every guarded module.
 */

/** Rounds between two answers; some tenths of a second. Nothing outside limits CPU time locally. */
const ROUNDS = 50_000_000;

let left = ROUNDS;

/** Takes one round. Always true, so that it can stand before any condition. */
export function tick(): true {
  left -= 1;
  if (left < 0) throw new Error('The code ran too many rounds of a loop without a pause.');
  return true;
}

/** Makes a constant of a module's top level unchangeable, because every caller shares it. */
export function freeze(value: unknown): void {
  if (typeof value === 'function') {
    Object.freeze(value);
    freeze(value.prototype);
    return;
  }
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) return;
  Object.freeze(value);
  for (const child of Object.values(value)) freeze(child);
}

Object.defineProperty(globalThis, Symbol.for('mcp-builder.refill'), {
  value: () => {
    left = ROUNDS;
  },
});

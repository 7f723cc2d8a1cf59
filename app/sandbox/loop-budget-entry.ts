/**
 * Counts the loop rounds and function entries of generated code between two answers from outside.
 * A module of its own in the dynamic Worker's map, imported by every guarded module.
 */

/** Rounds between two answers; some tenths of a second. Nothing outside limits CPU time locally. */
const ROUNDS = 20_000_000;

/** Entering a function counts as so many: an endless chain of promises also takes memory. */
const ENTRY_ROUNDS = 20;

let left = ROUNDS;

/** Takes one round of a loop. Always true, so that it can stand before any condition. */
export function tick(): true {
  left -= 1;
  if (left < 0) throw new Error('The code ran too many rounds without waiting for an answer.');
  return true;
}

/** Takes the rounds of entering a function. */
export function enter(): void {
  left -= ENTRY_ROUNDS - 1;
  tick();
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

// `tool-entry.ts` takes it away before anybody calls a tool: tools must not refill their own budget.
Object.defineProperty(globalThis, Symbol.for('mcp-builder.refill'), {
  configurable: true,
  value: () => {
    left = ROUNDS;
  },
});

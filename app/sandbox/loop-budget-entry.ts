/**
 * Counts loop iterations and function entries of generated code between two responses from outside. A
 * separate module in the dynamic Worker, imported by every guarded module.
 */

/** Iterations between two responses; some tenths of a second. Locally nothing else limits CPU time. */
const ROUNDS = 20_000_000;

/** Cost of entering a function, in iterations: an endless chain of promises also takes memory. */
const ENTRY_ROUNDS = 20;

let left = ROUNDS;

/** Counts one iteration. Always true, so that it can precede any condition. */
export function tick(): true {
  left -= 1;
  if (left < 0)
    throw new Error('The code ran too many loop iterations without waiting for a response.');
  return true;
}

/** Counts a function entry. */
export function enter(): void {
  left -= ENTRY_ROUNDS - 1;
  tick();
}

/** Freezes a constant of a module's top level, because all callers share it. */
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

// `tool-entry.ts` removes it before any tool runs: tools must not refill their own budget.
Object.defineProperty(globalThis, Symbol.for('mcp-builder.refill'), {
  configurable: true,
  value: () => {
    left = ROUNDS;
  },
});

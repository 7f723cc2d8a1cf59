/** Iterations between two responses; some tenths of a second. Locally nothing else limits CPU time. */
const ROUNDS = 20_000_000;

/** Cost of entering a function, in iterations: an endless chain of promises also takes memory. */
const ENTRY_ROUNDS = 20;

let left = ROUNDS;
let isLoading = true;

/** Counts one iteration. Always true, so that it can precede any condition. */
export function tick(): true {
  left -= 1;
  if (left < 0) exhaust();
  return true;
}

/**
 * Counts a function entry. While modules load there is none: what a function makes then would be shared by
 * all callers, and nothing could look into it.
 */
export function enter(): void {
  if (isLoading) {
    throw new Error(
      'A function of the module runs while it loads, so that all callers would share what it makes: call it inside the function of the tool.',
    );
  }
  charge(ENTRY_ROUNDS);
}

/** Counts what a built-in function does by itself, in iterations. */
export function charge(rounds: number): void {
  left -= rounds;
  if (left < 0) exhaust();
}

/** Starts anew: a call begins, or a response came from outside. */
export function refill(): void {
  left = ROUNDS;
}

/** Whether the modules of the server still load. */
export function isStarting(): boolean {
  return isLoading;
}

/** From now on functions of the server may run. */
export function endLoading(): void {
  isLoading = false;
}

function exhaust(): never {
  throw new Error('The code ran too many loop iterations without waiting for a response.');
}

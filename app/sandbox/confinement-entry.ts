import { freezeConstant } from './confinement/freeze-constant.ts';
import { lockDown } from './confinement/lock-down.ts';
import { endLoading } from './confinement/loop-budget.ts';

/**
 * The first module of an isolate with code of others. Every guarded module imports `tick`, `enter`,
 * `freeze` and its `RegExp` from it; the rest is for `tool-entry.ts`, and no other module may import it (`module-map.server.ts`).
 */
export { enter, refill, tick } from './confinement/loop-budget.ts';
export { freezeConstant as freeze } from './confinement/freeze-constant.ts';
export { GuardedRegExp as RegExp } from './confinement/guard-expressions.ts';

/** Freezes what has been loaded, and lets functions of the server run. */
export function endStart(server: object): void {
  freezeConstant(server, 'The server');
  endLoading();
}

lockDown();

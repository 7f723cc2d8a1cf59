import { createStore } from '#app/tester/connected/store.ts';

import type { CheckedRun } from './run-call.ts';

/** Results that were kept to compare later ones with: of the server as it was then. */
export interface KeptRuns {
  /** Milliseconds since the epoch. */
  at: number;
  runs: ReadonlyMap<string, CheckedRun>;
}

/** By the id of the server, until the page is left. */
export const keptRuns = createStore<ReadonlyMap<string, KeptRuns>>(new Map());

export function keepRuns(server: string, runs: ReadonlyMap<string, CheckedRun>): void {
  keptRuns.set(new Map(keptRuns.get()).set(server, { at: Date.now(), runs }));
}

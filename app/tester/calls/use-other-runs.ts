import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createStore, useStore } from '#app/tester/connected/store.ts';
import type { OpenServer } from '#app/tester/panels.ts';

import { callRunsOf, type CallRuns, type RunState } from './call-runs.ts';
import { keptRuns } from './kept-runs.ts';

/** The choice of the results that were kept earlier. */
export const KEPT = 'kept';

/** The second side of a comparison. */
export interface OtherRuns {
  /** Id of another open server, `kept`, or empty for none. */
  choice: string;
  choose: (choice: string) => void;
  /** Its name; null: nothing is compared. */
  name: string | null;
  runs: RunState['runs'];
  /** Absent: there is nothing to run, since the results are of an earlier time. */
  run?: CallRuns['run'];
  stop?: () => void;
}

const NOTHING = createStore<RunState>({ runs: new Map(), running: null });

/** Lets a person choose whom a server is compared with, and follows the runs there. */
export function useOtherRuns(
  connection: ServerConnection,
  servers: readonly OpenServer[],
): OtherRuns {
  const [choice, choose] = useState('');
  const kept = useStore(keptRuns).get(connection.target.id);
  const other = servers.find(({ target }) => target.id === choice);
  const runs = other === undefined ? null : callRunsOf(other.connection);
  const state = useStore(runs?.store ?? NOTHING);
  if (runs !== null && other !== undefined) {
    return { choice, choose, name: other.target.name, ...runs, runs: state.runs };
  }
  if (choice === KEPT && kept !== undefined) {
    return { choice, choose, name: 'the kept results', runs: kept.runs };
  }
  return { choice: '', choose, name: null, runs: NOTHING.get().runs };
}

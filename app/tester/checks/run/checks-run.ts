import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { ChecksReport } from '#app/tester/checks/report/checks-report.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';

import { toCheckedServer } from './checked-server.ts';

/** The checks of a server, as far as they have come. */
export type ChecksRun =
  | { status: 'idle' }
  | { status: 'running'; done: number; total: number; title: string; stop: () => void }
  | { status: 'stopped'; message: string }
  | { status: 'done'; report: ChecksReport };

const runs = new WeakMap<ServerConnection, Store<ChecksRun>>();

/** The run of a connection; it goes on while its tab is closed. */
export function checksOf(connection: ServerConnection): Store<ChecksRun> {
  const run = runs.get(connection) ?? createStore<ChecksRun>({ status: 'idle' });
  runs.set(connection, run);
  return run;
}

/** Checks a connected server. What was found is thrown away where the run is stopped or the relay refuses to ask. */
export async function startChecks(
  connection: ServerConnection,
  mayCall: readonly string[],
): Promise<void> {
  const run = checksOf(connection);
  const state = connection.getState();
  if (state.status !== 'connected' || run.get().status === 'running') return;
  const control = new AbortController();
  let why = 'The checks were stopped.';
  const stop = () => control.abort();
  run.set({ status: 'running', done: 0, total: 0, title: 'Starting', stop });
  const asks = {
    direct: (url: string, init: RequestInit) => fetch(url, init),
    relay: (url: string, init: RequestInit) => authorizedFetch(url, init),
  };
  const server = toCheckedServer(connection, state.session, asks, (message) => {
    why = message;
    control.abort();
  });
  const { runChecks } = await import('./run-checks.ts');
  const report = await runChecks({ ...server, mayCall }, control.signal, (progress) => {
    if (!control.signal.aborted) run.set({ status: 'running', ...progress, stop });
  });
  run.set(
    control.signal.aborted ? { status: 'stopped', message: why } : { status: 'done', report },
  );
}

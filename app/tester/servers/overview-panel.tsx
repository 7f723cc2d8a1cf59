import type { PanelProps } from '#app/tester/panels.ts';

import { useConnectionState } from './use-connection-state.ts';

/** The server in its own words: name, instructions, capabilities. */
export function OverviewPanel({ connection }: PanelProps) {
  const state = useConnectionState(connection);
  if (state.status !== 'connected') return null;
  const { session } = state;
  return (
    <div className="px-4 py-5 sm:px-6">
      <h2>{session.server.title ?? session.server.name}</h2>
      <p className="text-muted">{session.instructions}</p>
    </div>
  );
}

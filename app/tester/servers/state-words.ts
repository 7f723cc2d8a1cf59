import type { ConnectionState } from '#app/mcp-client/connection.ts';

/** The state of a connection in a word or two, and the tone it is shown in. */
export function describeState(state: ConnectionState): {
  label: string;
  tone: 'plain' | 'blue' | 'pass' | 'warn' | 'fail';
} {
  switch (state.status) {
    case 'closed':
      return { label: 'Not connected', tone: 'plain' };
    case 'connecting':
      return { label: 'Connecting', tone: 'blue' };
    case 'connected':
      return { label: 'Connected', tone: 'pass' };
    case 'reconnecting':
      return { label: `Reconnecting, attempt ${state.attempt}`, tone: 'warn' };
    case 'failed':
      return { label: 'Failed', tone: 'fail' };
  }
}

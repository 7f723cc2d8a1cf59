import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { useSession } from '#app/tester/connected/use-connection.ts';
import { Select } from '#app/ui/select.tsx';

import { answerRulesOf } from './answer-rules.ts';

/** The levels of RFC 5424, as the protocol has them. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** From which level on the server sends log messages. */
export function LogLevelChoice({ connection }: { connection: ServerConnection }) {
  const store = answerRulesOf(connection);
  const rules = useStore(store);
  const session = useSession(connection);
  const isDeclared = session?.capabilities['logging'] !== undefined;
  return (
    <section aria-labelledby="log-level" className="space-y-3">
      <h2 id="log-level">Log level</h2>
      <Select
        aria-label="Log level"
        className="max-w-60"
        value={rules.logLevel ?? ''}
        onChange={(event) =>
          store.set({ ...rules, logLevel: event.target.value === '' ? null : event.target.value })
        }
      >
        <option value="">The server’s own</option>
        {LEVELS.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </Select>
      <p className="text-sm text-muted">
        {!isDeclared
          ? 'This server does not declare logging: it may ignore the level.'
          : session?.era === 'modern'
            ? 'Sent with each request from now on. Messages appear under Notifications.'
            : 'Sent once, and after each new connection. Messages appear under Notifications.'}
      </p>
    </section>
  );
}

import type { ConnectionState, Session } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

const ERAS = { modern: 'Modern era', legacy: 'Legacy era' } as const;

const ROUTES = {
  direct: 'Direct from this browser',
  relay: 'Through the relay',
} as const;

const ASKED_ROUTES = {
  auto: 'Direct where the browser can, otherwise through the relay',
  direct: 'Direct from this browser only',
  relay: 'Through the relay',
} as const;

/** How the server is spoken to, and why so: always in sight. */
export function SessionFacts({ state, target }: { state: ConnectionState; target: ServerTarget }) {
  const facts = state.status === 'connected' ? ofSession(state.session) : ofTarget(target);
  const reasons =
    state.status === 'connected'
      ? [state.session.routeReason, state.session.eraReason].filter((reason) => reason !== null)
      : state.status === 'reconnecting'
        ? [state.because]
        : [];
  return (
    <div className="text-sm">
      <ul aria-label="Connection" className="text-muted">
        {[target.transport === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP', ...facts].map((fact, at) => (
          <li key={fact} className="inline">
            {fact}
            {at < facts.length ? ' · ' : null}
          </li>
        ))}
      </ul>
      {reasons.map((reason) => (
        <p key={reason} className="max-w-prose wrap-anywhere">
          {reason}
        </p>
      ))}
    </div>
  );
}

function ofSession({ era, revision, route }: Session): string[] {
  return [revision, ERAS[era], ROUTES[route]];
}

function ofTarget({ era, route }: ServerTarget): string[] {
  const revision =
    era === 'auto' ? 'Newest revision that both speak' : era === 'legacy' ? 'Legacy era' : era;
  return [revision, ASKED_ROUTES[route]];
}

import type { AppContext } from '#app/platform/app-context.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { limitHosts, type HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import type { Send } from '#app/runtime/upstream/token-request.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';

/** Sends requests to token endpoints behind the guard; what it refuses is thrown as an `UpstreamFailure`. */
export function createGuardedSend(
  app: Pick<AppContext, 'env' | 'origin'>,
  caller: HostCaller,
): Send {
  const guardedFetch = createGuardedFetch({
    ownHosts: [new URL(app.origin).host],
    mayCall: limitHosts(app.env, caller),
  });
  return async (request) => {
    const sent = await guardedFetch(request);
    if (!sent.ok) throw new UpstreamFailure(sent.reason, sent.message);
    return sent.value;
  };
}

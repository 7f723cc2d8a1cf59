import type { AppContext } from '#app/platform/app-context.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';

/** Any origin may call an endpoint, since no cookie is read; on a machine of one's own only its own pages. */
export function originsOf(app: Pick<AppContext, 'origin'>, request: Request): string[] {
  const origin = request.headers.get('origin');
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(hostOf(app.origin));
  return origin === null || isLoopback ? [app.origin] : [app.origin, origin];
}

import type { UserCaller } from '#app/auth/caller.server.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import { BUILDER_SLUG } from '#app/oauth/builder-slug.ts';
import { findEndpoint, mayUserCall } from '#app/oauth/find-endpoint.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The endpoint that an app asks to call for a user. */
export interface ConsentTarget {
  slug: string;
  title: string;
  /** Null: the builder's own, which has tools of each group. */
  tools: Blueprint['tools'] | null;
  /** Id of its project; of the builder's endpoint empty. */
  project: string;
}

/** The endpoint, if this user may call it. */
export async function findConsentTarget(
  app: AppContext,
  slug: string | null,
  { uid, accountId: account }: Pick<UserCaller, 'uid' | 'accountId'>,
): Promise<Result<ConsentTarget, { reason: 'unknownEndpoint' | 'foreignEndpoint' }>> {
  if (slug === BUILDER_SLUG) {
    return succeed({ slug, title: 'MCP Builder, with all your servers', tools: null, project: '' });
  }
  const endpoint = slug === null ? null : await findEndpoint(app, slug);
  if (slug === null || endpoint === null) return fail({ reason: 'unknownEndpoint' });
  if (!(await mayUserCall(app, endpoint, { uid, account }))) {
    return fail({ reason: 'foreignEndpoint' });
  }
  const { identity, tools } = await loadBlueprint(app.env, endpoint);
  const title = identity.title ?? identity.name;
  return succeed({ slug, title, tools, project: endpoint.project });
}

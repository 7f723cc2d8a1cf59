import type { UserCaller } from '#app/auth/caller.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { createAuthority, toResource, type GrantProps } from '#app/oauth/authority.server.ts';
import { toAppName, type GrantMetadata } from '#app/oauth/apps/connected-app.ts';
import { findConsentTarget } from './consent-target.server.ts';
import type { ConsentAnswer, ConsentDecision } from './consent.ts';

/** `spent`: the page is too old, was answered already, or is another browser's. */
export type AnswerFailure = { reason: 'spent' | 'unknownEndpoint' };

/** Headers to answer with: they remove the cookie of the page. */
interface Answered {
  answer: ConsentAnswer;
  headers: Headers;
}

/** Lets an app call an endpoint for a user, or tells it that they refused. */
export async function answerConsent(
  app: AppContext,
  request: Request,
  user: UserCaller,
  { slug, handle, scopes }: ConsentDecision,
): Promise<Result<Answered, AnswerFailure>> {
  const { uid, accountId: account } = user;
  const target = await findConsentTarget(app, slug, user);
  if (!target.ok) return fail({ reason: 'unknownEndpoint' });
  const resource = toResource(app.origin, slug);
  const authority = await createAuthority(app, resource);
  const oauth = authority.getOAuthApi(app.env);
  const { AuthorizationError, CimdFetchError } = await import('@cloudflare/workers-oauth-provider');
  try {
    if (scopes.length === 0) {
      const { redirectTo, headers } = await oauth.denyConsent(request, handle);
      headers.delete('location');
      return succeed({ answer: { redirectTo }, headers });
    }
    const { request: asked, headers } = await oauth.approveConsent(request, handle, {
      scope: scopes,
    });
    // A page of one endpoint answers for no other.
    if (asked.resource !== resource) return fail({ reason: 'spent' });
    const { clientName, clientDomain } = await oauth.describeConsent(asked);
    const { redirectTo } = await oauth.completeAuthorization({
      request: asked,
      userId: uid,
      metadata: {
        name: toAppName(clientName),
        domain: clientDomain ?? null,
        slug,
      } satisfies GrantMetadata,
      scope: scopes,
      props: { uid, account, project: target.value.project } satisfies GrantProps,
    });
    return succeed({ answer: { redirectTo }, headers });
  } catch (error) {
    if (error instanceof AuthorizationError || error instanceof CimdFetchError) {
      return fail({ reason: 'spent' });
    }
    throw error;
  }
}

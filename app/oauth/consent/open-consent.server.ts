import { requireUser } from '#app/auth/caller.server.ts';
import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { toAppName, toClientMark } from '#app/oauth/apps/connected-app.ts';
import { createAuthority, toResource, toSlug } from '#app/oauth/authority.server.ts';
import { scopeOfTool, ToolScope } from '#app/oauth/tool-scope.ts';
import { clearOldQuestions } from './clear-old-questions.ts';
import { findConsentTarget } from './consent-target.server.ts';
import type { ConsentRequest } from './consent.ts';

/** Why nobody is asked. `wrongRequest`: the app can be told, at this address of its own. */
export type ConsentFailure =
  | { reason: 'unknownEndpoint' | 'foreignEndpoint' | 'tooMany' }
  | { reason: 'invalidRequest'; message: string }
  | { reason: 'wrongRequest'; message: string; redirectTo: string }
  | { reason: 'refused'; failure: AuthFailure };

/** Characters of an id, which becomes the key of a store. */
const MAX_CLIENT_ID = 400;
/** Names of tools that a group shows. */
const MAX_NAMES = 6;

/** The headers of the page hold the cookie that binds its answer to this browser. */
interface OpenedConsent {
  request: ConsentRequest;
  headers: Headers;
}

/** Reads what an app asks for, and opens a consent that the signed-in user can answer once. */
export async function openConsent(
  app: AppContext,
  request: Request,
): Promise<Result<OpenedConsent, ConsentFailure>> {
  const user = await requireUser(app, request);
  if (!user.ok) return fail({ reason: 'refused', failure: user });
  const { success } = await app.env.LIMIT_DRAFTS.limit({ key: `consent:${user.value.uid}` });
  if (!success) return fail({ reason: 'tooMany' });
  const { searchParams } = new URL(request.url);
  if ((searchParams.get('client_id')?.length ?? 0) > MAX_CLIENT_ID) {
    return fail({ reason: 'invalidRequest', message: 'Its id is too long.' });
  }
  const slug = toSlug(app.origin, searchParams.get('resource'));
  const found = await findConsentTarget(app, slug, user.value);
  if (!found.ok) return found;
  const target = found.value;
  const authority = await createAuthority(app, toResource(app.origin, target.slug));
  const oauth = authority.getOAuthApi(app.env);
  try {
    const asked = await oauth.parseAuthRequest(request);
    const about = await oauth.describeConsent(asked);
    const { handle, headers } = await oauth.beginConsent(asked);
    for (const cookie of clearOldQuestions(request.headers.get('cookie'))) {
      headers.append('set-cookie', cookie);
    }
    const consent: ConsentRequest = {
      handle,
      slug: target.slug,
      title: target.title,
      app: {
        name: toAppName(about.clientName),
        domain: about.clientDomain ?? null,
        client: toClientMark(asked.clientId),
        redirectHost: about.redirectHost,
        isLocal: about.redirectIsLoopback,
      },
      groups: target.tools === null ? groupAll(asked.scope) : groupTools(target.tools, asked.scope),
    };
    return succeed({ request: consent, headers });
  } catch (error) {
    return toFailure(error);
  }
}

/** The groups of a server whose tools are not named. */
function groupAll(asked: readonly string[]): ConsentRequest['groups'] {
  const isNone = asksForNone(asked);
  return ToolScope.options.map((scope) => {
    return { scope, tools: [], more: 0, isAsked: isNone || asked.includes(scope) };
  });
}

function asksForNone(asked: readonly string[]): boolean {
  return !ToolScope.options.some((scope) => asked.includes(scope));
}

function groupTools(tools: Blueprint['tools'], asked: readonly string[]): ConsentRequest['groups'] {
  const isNone = asksForNone(asked);
  return ToolScope.options.flatMap((scope) => {
    const names = tools
      .filter((tool) => tool.enabled && scopeOfTool(tool.annotations) === scope)
      .map(({ name }) => name);
    if (names.length === 0) return [];
    const more = Math.max(0, names.length - MAX_NAMES);
    const isAsked = isNone || asked.includes(scope);
    return [{ scope, tools: names.slice(0, MAX_NAMES), more, isAsked }];
  });
}

async function toFailure(error: unknown): Promise<Result<never, ConsentFailure>> {
  const { AuthorizationError, CimdFetchError } = await import('@cloudflare/workers-oauth-provider');
  if (error instanceof CimdFetchError) {
    const message = 'The description of this app could not be read from its address.';
    return fail({ reason: 'invalidRequest', message });
  }
  if (!(error instanceof AuthorizationError)) throw error;
  const { description: message, redirectTo } = error;
  // Anybody can register an app: only a click of the user leads to its address.
  if (redirectTo) return fail({ reason: 'wrongRequest', message, redirectTo });
  return fail({ reason: 'invalidRequest', message });
}

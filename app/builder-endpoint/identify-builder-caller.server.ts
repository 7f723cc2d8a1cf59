import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { findUserSuspension } from '#app/controls/current-controls.server.ts';
import {
  answerKeyFailure,
  requireKey,
  type KeyFailure,
} from '#app/management/require-key.server.ts';
import { BUILDER_SLUG } from '#app/oauth/builder-slug.ts';
import { toChallenge } from '#app/oauth/challenge.ts';
import type { ToolScope } from '#app/oauth/tool-scope.ts';
import { readAccessToken, verifyBuilderAccess } from '#app/oauth/verify-access.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { KeyCaller } from '#app/projects/project-caller.ts';

/** A program that builds for an account: with a key, or as an app that a user has connected. */
export interface BuilderCaller {
  caller: KeyCaller;
  /** Groups of tools that it may call; null: all of them. */
  scope: readonly string[] | null;
}

type Refusal = KeyFailure | { reason: 'tokenRefused' };

/** Identifies who calls the builder's endpoint, by the Authorization header alone. */
export async function identifyBuilderCaller(
  app: AppContext,
  request: Request,
  now: number,
): Promise<Result<BuilderCaller, Refusal>> {
  const token = readAccessToken(request);
  if (token === null) {
    const key = await requireKey(app, request);
    return key.ok ? succeed({ caller: key.value, scope: null }) : key;
  }
  try {
    const access = await verifyBuilderAccess(app, token, now);
    if (access === null || (await findUserSuspension(app, access.uid))) {
      return fail({ reason: 'tokenRefused' });
    }
    const { id: key, uid, account: accountId, scope } = access;
    return succeed({ caller: { kind: 'key', key, uid, accountId, projects: 'all' }, scope });
  } catch (error) {
    app.log.error('app.unverified', { error });
    return fail({ reason: 'storeUnavailable' });
  }
}

/** The answer to a refused caller, which tells a client where to sign in. */
export function answerBuilderRefusal(app: AppContext, refusal: Refusal): Response {
  if (refusal.reason === 'storeUnavailable') return answerAuthFailure(app, refusal);
  if (refusal.reason === 'tokenRefused') {
    return problem(app, {
      status: 401,
      detail: 'This token is not valid here. It may be expired or revoked, or of another endpoint.',
      headers: {
        'www-authenticate': toChallenge(app.origin, BUILDER_SLUG, { error: 'invalid_token' }),
      },
    });
  }
  const answer = answerKeyFailure(app, refusal);
  if (answer.status !== 401) return answer;
  const error = refusal.reason === 'keyMissing' ? {} : { error: 'invalid_token' as const };
  answer.headers.set('www-authenticate', toChallenge(app.origin, BUILDER_SLUG, error));
  return answer;
}

/** The answer to an app that calls a tool of a group that its user did not let it call. */
export function answerNarrowScope(app: AppContext, scope: readonly string[], needed: ToolScope) {
  const challenge = { error: 'insufficient_scope' as const, scope: [...scope, needed] };
  return problem(app, {
    status: 403,
    detail:
      'This app may not call this tool. Connect it again, and allow the group of tools that it belongs to.',
    headers: { 'www-authenticate': toChallenge(app.origin, BUILDER_SLUG, challenge) },
  });
}

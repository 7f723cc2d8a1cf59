import { requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import type { Visitor } from '#app/auth/session/viewer.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { Config } from '#app/platform/config.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** An operator, with the address that the list names. */
export interface Operator extends UserCaller {
  email: string;
}

interface Address {
  email: string | null;
  isEmailVerified: boolean;
}

/** The address of an operator; null for everybody else. Only an address that Firebase has verified counts. */
function readOperator(
  { ADMIN_EMAILS }: Config,
  { email, isEmailVerified }: Address,
): string | null {
  if (email === null || !isEmailVerified) return null;
  return ADMIN_EMAILS.includes(email.toLowerCase()) ? email : null;
}

/** Requires an operator; for everybody else, whoever it is, the address does not exist. */
export async function requireOperator(
  app: AppContext,
  request: Request,
): Promise<Result<Operator, { reason: 'notOperator' }>> {
  if (app.config.ADMIN_EMAILS.length === 0) return fail({ reason: 'notOperator' });
  const user = await requireUser(app, request);
  if (!user.ok) return fail({ reason: 'notOperator' });
  const email = readOperator(app.config, user.value);
  return email === null ? fail({ reason: 'notOperator' }) : succeed({ ...user.value, email });
}

/** How the page of operators is shown to a visitor: not at all, after the next token, or now. */
export function judgeVisitor(
  app: Pick<AppContext, 'config'>,
  visitor: Visitor,
): 'hidden' | 'stale' | 'shown' {
  if (visitor.kind !== 'user' || readOperator(app.config, visitor.viewer) === null) return 'hidden';
  if (visitor.viewer.state === 'fresh') return 'shown';
  return visitor.viewer.state === 'stale' ? 'stale' : 'hidden';
}

/** The answer of an address that does not exist, to the letter. */
export function answerNothing(app: AppContext, request: Request): Response {
  return problem(app, {
    status: 404,
    detail: `There is nothing at ${new URL(request.url).pathname}.`,
  });
}

import type Stripe from 'stripe';

import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Every way in which Stripe does not do what it is asked. */
export type StripeFailure =
  /** It did not answer, or not as its documentation says, or does not take our key. */
  | { reason: 'stripeUnavailable' }
  /** Something that the request names does not exist there (any more); `param` says which part of it. */
  | { reason: 'missing'; param: string }
  | { reason: 'cardDeclined'; message: string }
  /** It understood, and does not want to. */
  | { reason: 'stripeRefused'; code: string };

/**
 * Asks Stripe, and checks that the answer is an object of Stripe's: its library makes an empty object of some
 * answers with status 404.
 */
export async function askStripe<Answer extends object>(
  app: Pick<AppContext, 'log'>,
  ask: () => Promise<Answer>,
): Promise<Result<Answer, StripeFailure>> {
  try {
    const answer = await ask();
    if (isStripeObject(answer)) return succeed(answer);
    app.log.error('billing.strangeAnswer', { keys: Object.keys(answer).join() });
    return fail({ reason: 'stripeUnavailable' });
  } catch (error) {
    return toFailure(app, error);
  }
}

/** Objects have an id, lists an array. */
function isStripeObject(answer: object): boolean {
  if ('data' in answer && 'object' in answer) return Array.isArray(answer.data);
  return 'id' in answer && typeof answer.id === 'string' && answer.id !== '';
}

function toFailure(app: Pick<AppContext, 'log'>, error: unknown): { ok: false } & StripeFailure {
  if (!isStripeError(error)) throw error;
  const { type, code = '', param = '', statusCode, requestId: stripeRequest } = error;
  const { message } = error;
  // Stripe repeats an address that it does not take.
  const said = message.replaceAll(/\S+@\S+/g, '[address]');
  const failed = { type, code, param, statusCode, stripeRequest, message: said };
  app.log.warn('billing.stripeFailed', failed);
  if (type === 'StripeCardError') return fail({ reason: 'cardDeclined', message });
  if (type !== 'StripeInvalidRequestError') return fail({ reason: 'stripeUnavailable' });
  if (code === 'resource_missing') return fail({ reason: 'missing', param });
  return fail({ reason: 'stripeRefused', code });
}

/** By its type: the library itself is loaded late. */
function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe');
}

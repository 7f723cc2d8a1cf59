/** How far signing in with Google has come. */
export type LoginState =
  | { step: 'idle' }
  | { step: 'signingIn'; request: number }
  | { step: 'success' }
  | { step: 'error'; text: string; isBlocked: boolean };

/** Events of sign-in requests; each request has a number, higher than those before it. */
export type LoginEvent =
  | { kind: 'began'; request: number }
  | { kind: 'succeeded'; request: number }
  /** Came to nothing, and nothing went wrong: back from Google's page without an account. */
  | { kind: 'gone'; request: number }
  /** `text` is null where there is nothing to say; `isBlocked`: the browser opened no popup. */
  | { kind: 'failed'; request: number; text: string | null; isBlocked: boolean }
  | { kind: 'cancelled' };

export const IDLE: LoginState = { step: 'idle' };

/**
 * Computes the state after an event. A newer request replaces an older one, whose outcome then no
 * longer counts; nor does that of a cancelled one.
 */
export function reduceLogin(state: LoginState, event: LoginEvent): LoginState {
  if (event.kind === 'began') return { step: 'signingIn', request: event.request };
  if (state.step !== 'signingIn') return state;
  if (event.kind === 'cancelled') return IDLE;
  if (event.request !== state.request) return state;
  if (event.kind === 'succeeded') return { step: 'success' };
  if (event.kind === 'gone' || event.text === null) return IDLE;
  return { step: 'error', text: event.text, isBlocked: event.isBlocked };
}

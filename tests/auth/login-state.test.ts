import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  IDLE,
  reduceLogin,
  type LoginEvent,
  type LoginState,
} from '#app/auth/login/login-state.ts';

function play(...events: LoginEvent[]): LoginState {
  return events.reduce(reduceLogin, IDLE);
}

const failed = (request: number, text: string | null = 'no'): LoginEvent => ({
  kind: 'failed',
  request,
  text,
  isBlocked: false,
});

test('signing in begins, and ends in success or in an error with its text', () => {
  expect(play({ kind: 'began', request: 1 })).toEqual({ step: 'signingIn', request: 1 });
  expect(play({ kind: 'began', request: 1 }, { kind: 'succeeded', request: 1 })).toEqual({
    step: 'success',
  });
  expect(play({ kind: 'began', request: 1 }, failed(1, 'No network'))).toEqual({
    step: 'error',
    text: 'No network',
    isBlocked: false,
  });
});

test('an error without a text, and a way back without an account, leave no trace', () => {
  expect(play({ kind: 'began', request: 1 }, failed(1, null))).toEqual(IDLE);
  expect(play({ kind: 'began', request: 1 }, { kind: 'gone', request: 1 })).toEqual(IDLE);
});

test('a newer request cancels the older one silently', () => {
  const both: LoginEvent[] = [
    { kind: 'began', request: 1 },
    { kind: 'began', request: 2 },
  ];
  expect(play(...both, failed(1))).toEqual({ step: 'signingIn', request: 2 });
  expect(play(...both, { kind: 'succeeded', request: 1 })).toEqual({
    step: 'signingIn',
    request: 2,
  });
  expect(play(...both, failed(1), { kind: 'succeeded', request: 2 })).toEqual({ step: 'success' });
});

test('what was cancelled says nothing any more', () => {
  const cancelled: LoginEvent[] = [{ kind: 'began', request: 1 }, { kind: 'cancelled' }];
  expect(play(...cancelled)).toEqual(IDLE);
  expect(play(...cancelled, failed(1))).toEqual(IDLE);
});

test('an error goes away with the next attempt', () => {
  const state = play({ kind: 'began', request: 1 }, failed(1), { kind: 'began', request: 2 });
  expect(state).toEqual({ step: 'signingIn', request: 2 });
});

test('only the outcome of the newest request ever counts', () => {
  const requests = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(requests, (outcomes) => {
      const began = outcomes.map((_, at): LoginEvent => ({ kind: 'began', request: at }));
      const ended = outcomes.map((isGood, request): LoginEvent =>
        isGood ? { kind: 'succeeded', request } : failed(request),
      );
      const state = play(...began, ...ended);
      expect(state.step).toBe(outcomes.at(-1) ? 'success' : 'error');
    }),
  );
});

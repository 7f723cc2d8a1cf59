import { withTimeout } from '#app/platform/with-timeout.ts';

/** Milliseconds until an object counts as away: one that has much to do answers late, and never is too late. */
export const OBJECT_MS = 10_000;
/** For a call that waits for others: for a tool that is to stop, or for a real API. */
export const PATIENT_MS = 60_000;

/**
 * The stub of an object whose answers are waited for so long at most; then a call fails with a `TimeoutError`,
 * though its work may still come to its end. A stream that is answered may take longer.
 */
export function limitStub<Stub extends object>(stub: Stub, milliseconds = OBJECT_MS): Stub {
  return new Proxy(stub, {
    get: (target, name) => limitMember(target, name, milliseconds),
  });
}

/** Awaited, an answer is bounded; called before it is there, it is the object's own. */
function limitAnswer(answer: object, milliseconds: number): object {
  let bounded: Promise<unknown> | undefined;
  return new Proxy(answer, {
    get(target, name) {
      if (name !== 'then' && name !== 'catch' && name !== 'finally') {
        return limitMember(target, name, milliseconds);
      }
      bounded ??= withTimeout(Promise.resolve(target), milliseconds);
      return bounded[name].bind(bounded);
    },
  });
}

function limitMember(target: object, name: string | symbol, milliseconds: number): unknown {
  const member: unknown = Reflect.get(target, name);
  if (typeof member !== 'function') return member;
  return (...args: unknown[]) => {
    const answer: unknown = Reflect.apply(member, target, args);
    return isThenable(answer) ? limitAnswer(answer, milliseconds) : answer;
  };
}

function isThenable(value: unknown): value is object {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof Reflect.get(value, 'then') === 'function';
}

/** Errors that a store threw because it cannot be reached, is locked, or writes nothing. */
const outages = new WeakSet<Error>();

/** Mistakes of ours in a statement, which no waiting puts right. */
const OWN_MISTAKE =
  /SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE)|D1_TYPE_ERROR|syntax error|no such (table|column)|constraint failed/i;

/** Marks of the platform on an error of an object that could not be reached, or was ended in the middle. */
const OBJECT_FLAGS = ['retryable', 'overloaded', 'durableObjectReset'];

/** As errors of D1 and R2 are worded, for those that come from an object and have lost all else. */
const OUTAGE =
  /\b(D1_ERROR|D1 DB)\b.*(locked|busy|overloaded|internal error|connection lost|reset|exceeded timeout)|^(put|get|head|list|delete): .*\(\d+\)$/i;

/** The platform's own words for an isolate or an object that went away in the middle. */
const LOST = /^internal error; reference = |^Network connection lost\.?$/i;

/** Runs a call of a store, whose failure is its outage unless we asked for something impossible. */
export async function noteOutage<Value>(call: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && !OWN_MISTAKE.test(error.message)) outages.add(error);
    throw error;
  }
}

/** Whether something failed only for now: a store is away or took too long. */
export function isOutage(error: unknown): boolean {
  // The database's client wraps what its statements throw.
  if (!(error instanceof Error)) return false;
  if (outages.has(error) || error.name === 'TimeoutError') return true;
  if (OBJECT_FLAGS.some((flag) => Reflect.get(error, flag) === true)) return true;
  if (LOST.test(error.message)) return true;
  return isOutage(error.cause) || (OUTAGE.test(error.message) && !OWN_MISTAKE.test(error.message));
}

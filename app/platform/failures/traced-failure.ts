/** The part of a failed loader that its page may know: the request's id, by which the log has everything else. */
export interface TracedFailure {
  requestId: string;
}

/** The id of the request in which a loader failed; null: it was no failure of that kind. */
export function readTracedFailure(error: unknown): string | null {
  const told: unknown = readMember(error, 'data');
  const id = readMember(told, 'requestId');
  return typeof id === 'string' ? id : null;
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** An expected outcome: a value, or a failure that a switch can distinguish by its `reason`. */
export type Result<Value, Failure extends { reason: string }> =
  | { ok: true; value: Value }
  | ({ ok: false } & Failure);

export function succeed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function fail<Reason extends string, Detail extends object>(
  failure: { reason: Reason } & Detail,
): { ok: false; reason: Reason } & Detail {
  return { ok: false, ...failure };
}

import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import type { CheckFinding } from './conformance-check.ts';

export function holds(text: string, ...exchanges: readonly Exchange[]): CheckFinding {
  return { holds: true, text, exchanges };
}

export function breaks(text: string, ...exchanges: readonly Exchange[]): CheckFinding {
  return { holds: false, text, exchanges };
}

/** Nothing to examine; never a pass. */
export function unknown(text: string, ...exchanges: readonly Exchange[]): CheckFinding {
  return { holds: null, text, exchanges };
}

export function resultOf({ got }: Exchange): JsonObject | null {
  const result = got?.message?.['result'];
  return isJsonObject(result) ? result : null;
}

export interface RefusalError {
  code: number | null;
  message: string;
  data: JsonValue;
}

export function errorOf({ got }: Exchange): RefusalError | null {
  const error = got?.message?.['error'];
  if (!isJsonObject(error)) return null;
  const { code, message, data = null } = error;
  return {
    code: Number.isInteger(code) ? Number(code) : null,
    message: typeof message === 'string' ? message : '',
    data,
  };
}

/** The answer in a few words. */
export function describeAnswer(exchange: Exchange): string {
  const { got, error } = exchange;
  if (got === null) return error ?? 'nothing came back';
  const refusal = errorOf(exchange);
  if (refusal !== null) return `error ${refusal.code ?? 'without a code'}, HTTP ${got.status}`;
  if (resultOf(exchange) !== null) return `a result, HTTP ${got.status}`;
  return `HTTP ${got.status} without a JSON-RPC answer`;
}

/** Whether a wrong request was refused in the way that the rule names. */
export function judgeRefusal(
  what: string,
  exchange: Exchange,
  expected: { code: number; status?: number },
): CheckFinding {
  const { code, status } = expected;
  const wanted = `error ${code}${status === undefined ? '' : `, HTTP ${status}`}`;
  const isRight =
    errorOf(exchange)?.code === code && (status === undefined || exchange.got?.status === status);
  const answer = describeAnswer(exchange);
  return isRight
    ? holds(`${what}: ${answer}.`, exchange)
    : breaks(`${what}: ${answer}; expected was ${wanted}.`, exchange);
}

/** The first finding that does not hold; otherwise all of them together. */
export function joinFindings(findings: readonly CheckFinding[]): CheckFinding {
  const broken = findings.find((finding) => finding.holds === false);
  if (broken !== undefined) return broken;
  const known = findings.filter((finding) => finding.holds === true);
  const [first] = findings;
  if (known.length === 0) return first ?? unknown('There was nothing to examine.');
  return {
    holds: true,
    text: known.map(({ text }) => text).join(' '),
    exchanges: known.flatMap(({ exchanges }) => exchanges),
  };
}

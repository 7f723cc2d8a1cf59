import * as z from 'zod/mini';

import type { CallEntry } from '#app/hosting/calls/call-entry.ts';
import { parseStored } from '#app/platform/read-stored.ts';
import { isJsonObject } from '#app/runtime/json.ts';

const HOUR_MS = 60 * 60 * 1_000;
const SEQUENCE_DIGITS = 12;

/** All calls that were archived: `logs/<project>/<yyyy-mm-ddThh>/<part>.ndjson`. */
export const CALL_PARTS_PREFIX = 'logs/';

/** A call with its place in the order of arrival, which is counted from 1 in each project. */
export interface NumberedCall extends CallEntry {
  sequence: number;
}

/** Reads what {@link toCallParts} has written; it looks at no more than that needs, since a download reads very many. */
export function readArchivedCall(line: string): NumberedCall {
  return parseStored(ArchivedCall, line, 'An archived call');
}

const ArchivedCall = z.custom<NumberedCall>(
  (value) =>
    isJsonObject(value) && typeof value['id'] === 'string' && typeof value['sequence'] === 'number',
);

/** Calls of one hour that were archived together. */
export const CallPart = z.object({
  key: z.string(),
  /** It holds calls with these numbers, both included; other parts may hold some in between. */
  from: z.number(),
  to: z.number(),
  /** The lowest and the highest id in it. */
  first: z.string(),
  last: z.string(),
  calls: z.number(),
  bytes: z.number(),
  /** It is removed then by the plan under which it was written; the one then in force decides. */
  until: z.number(),
});
export type CallPart = z.infer<typeof CallPart>;

/** A part with its content. */
export interface WrittenPart extends CallPart {
  text: string;
}

/** Prefix of a project's parts. */
export function toPartsPrefix(project: string): string {
  return `${CALL_PARTS_PREFIX}${project}/`;
}

/** The project of a part. */
export function toProjectOfPart(key: string): string {
  return key.split('/')[1] ?? '';
}

/** When the hour of a part ended, in milliseconds since 1970; null: it is no part's name. */
export function toEndOfPart(key: string): number | null {
  const hour = Date.parse(`${key.split('/')[2]}:00Z`);
  return Number.isNaN(hour) ? null : hour + HOUR_MS;
}

/**
 * The parts that calls are archived as: one for each hour. The same calls always make the same parts under the
 * same names, so that writing them again changes nothing.
 *
 * @param keptMs how long a part is kept after its hour
 */
export function toCallParts(
  project: string,
  calls: readonly NumberedCall[],
  keptMs: number,
): WrittenPart[] {
  const from = calls[0]?.sequence ?? 0;
  const to = calls.at(-1)?.sequence ?? 0;
  const byHour = Map.groupBy(calls, ({ at }) => at - (at % HOUR_MS));
  return [...byHour].map(([hour, some]) => {
    const ids = some.map(({ id }) => id).toSorted();
    const text = some.map((call) => `${JSON.stringify(call)}\n`).join('');
    const name = String(from).padStart(SEQUENCE_DIGITS, '0');
    return {
      key: `${toPartsPrefix(project)}${new Date(hour).toISOString().slice(0, 13)}/${name}.ndjson`,
      from,
      to,
      first: ids[0] ?? '',
      last: ids.at(-1) ?? '',
      calls: some.length,
      bytes: new TextEncoder().encode(text).byteLength,
      until: hour + HOUR_MS + keptMs,
      text,
    };
  });
}

import * as z from 'zod';

import { number } from './operation.ts';
import { missing } from './stripe-failure.ts';
import type { List } from './stripe-objects.ts';

/** Parameters of every list: https://docs.stripe.com/api/pagination */
export const paging = {
  limit: number.min(1).max(100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};

/** A page of objects that are given oldest first; lists are newest first. */
export function toPage<T extends { id: string; object: string }>(
  all: readonly T[],
  url: string,
  query: { limit: number; starting_after?: string | undefined; ending_before?: string | undefined },
): List<T> {
  const newest = all.toReversed();
  const indexOf = (id: string, param: string) => {
    const at = newest.findIndex((each) => each.id === id);
    if (at === -1) throw missing(newest[0]?.object ?? 'object', id, param);
    return at;
  };
  const { limit, starting_after: after, ending_before: before } = query;
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newest.length, url };
}

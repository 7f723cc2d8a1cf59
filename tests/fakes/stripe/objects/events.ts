import * as z from 'zod';

import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { number, readParameters, type Operation } from '../operation.ts';

const Range = z.strictObject({
  gt: number.optional(),
  gte: number.optional(),
  lt: number.optional(),
  lte: number.optional(),
});
const EventQuery = z.strictObject({
  ...paging,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: z.union([number, Range]).optional(),
});

/** Reading and listing events. */
export const eventOperations: Operation[] = [
  {
    method: 'get',
    path: '/v1/events/{id}',
    run: ({ account, path }) => requireObject(account, 'events', path['id'] ?? ''),
  },
  {
    method: 'get',
    path: '/v1/events',
    run: ({ account, form }) => {
      const query = readParameters(EventQuery, form);
      const found = Object.values(account.objects.events).filter(
        ({ type, created }) =>
          (query.type === undefined || matches(type, query.type)) &&
          (query.types === undefined || query.types.some((each) => matches(type, each))) &&
          isWithin(created, query.created),
      );
      return toPage(found, '/v1/events', query);
    },
  },
];

/** `customer.subscription.*` stands for all that begin so. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

function isWithin(time: number, range: z.output<typeof EventQuery>['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}

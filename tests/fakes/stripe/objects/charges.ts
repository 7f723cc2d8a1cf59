import * as z from 'zod';

import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { number, readParameters, type Operation } from '../operation.ts';

const ChargeQuery = z.strictObject({
  ...paging,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
  created: z.strictObject({ gte: number.default(0) }).optional(),
});
const OfCharge = z.strictObject({
  ...paging,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});

/** Reading and listing charges, their refunds and disputes, and payment intents. */
export const chargeOperations: Operation[] = [
  {
    method: 'get',
    path: '/v1/charges/{charge}',
    run: ({ account, path }) => requireObject(account, 'charges', path['charge'] ?? ''),
  },
  {
    method: 'get',
    path: '/v1/charges',
    run: ({ account, form }) => {
      const query = readParameters(ChargeQuery, form);
      const found = Object.values(account.objects.charges).filter(
        (charge) =>
          (query.customer === undefined || charge.customer === query.customer) &&
          (query.payment_intent === undefined || charge.payment_intent === query.payment_intent) &&
          charge.created >= (query.created?.gte ?? 0),
      );
      return toPage(found, '/v1/charges', query);
    },
  },
  {
    method: 'get',
    path: '/v1/refunds',
    run: ({ account, form }) => {
      const query = readParameters(OfCharge, form);
      const found = Object.values(account.objects.refunds).filter((each) => isOf(each, query));
      return toPage(found, '/v1/refunds', query);
    },
  },
  {
    method: 'get',
    path: '/v1/disputes/{dispute}',
    run: ({ account, path }) => requireObject(account, 'disputes', path['dispute'] ?? ''),
  },
  {
    method: 'get',
    path: '/v1/disputes',
    run: ({ account, form }) => {
      const query = readParameters(OfCharge, form);
      const found = Object.values(account.objects.disputes).filter((each) => isOf(each, query));
      return toPage(found, '/v1/disputes', query);
    },
  },
  {
    method: 'get',
    path: '/v1/payment_intents/{intent}',
    run: ({ account, path }) => requireObject(account, 'paymentIntents', path['intent'] ?? ''),
  },
];

function isOf(
  each: { charge: string; payment_intent: unknown },
  query: z.output<typeof OfCharge>,
): boolean {
  return (
    (query.charge === undefined || each.charge === query.charge) &&
    (query.payment_intent === undefined || each.payment_intent === query.payment_intent)
  );
}

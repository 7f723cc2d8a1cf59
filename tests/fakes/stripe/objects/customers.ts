import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { cancelNow } from '../billing/cancel.ts';
import { emit } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { changeMetadata, metadata, readParameters, type Operation } from '../operation.ts';
import { missing } from '../stripe-failure.ts';
import type { Customer } from '../stripe-objects.ts';

const fields = {
  email: z.string().max(512).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  phone: z.string().optional(),
  metadata: metadata.optional(),
  preferred_locales: z.array(z.string()).optional(),
  invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
};
const CustomerParameters = z.strictObject(fields);
const CustomerQuery = z.strictObject({ ...paging, email: z.string().optional() });

/** Creating, reading, changing, deleting and listing customers. */
export const customerOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/customers',
    run: ({ account, form }) => createCustomer(account, readParameters(CustomerParameters, form)),
  },
  {
    method: 'get',
    path: '/v1/customers/{customer}',
    run: ({ account, path }) => requireObject(account, 'customers', path['customer'] ?? ''),
  },
  {
    method: 'post',
    path: '/v1/customers/{customer}',
    run: ({ account, path, form }) => {
      const customer = requireCustomer(account, path['customer'] ?? '', 'id');
      changeCustomer(account, customer, readParameters(CustomerParameters, form));
      return customer;
    },
  },
  {
    method: 'delete',
    path: '/v1/customers/{customer}',
    run: ({ account, path }) => deleteCustomer(account, path['customer'] ?? ''),
  },
  {
    method: 'get',
    path: '/v1/customers',
    run: ({ account, form }) => {
      const query = readParameters(CustomerQuery, form);
      const living = Object.values(account.objects.customers).filter(isLiving);
      const found = living.filter(
        ({ email }) => query.email === undefined || email === query.email,
      );
      return toPage(found, '/v1/customers', query);
    },
  },
];

type Given = z.output<typeof CustomerParameters>;
type Kept = Account['objects']['customers'][string];

function isLiving(customer: Kept): customer is Customer {
  return !('deleted' in customer && customer.deleted);
}

/**
 * A customer who was not deleted.
 * @param param the name of the parameter that the id came in; `id` if it came in the path
 */
export function requireCustomer(account: Account, id: string, param = 'customer'): Customer {
  const customer = requireObject(account, 'customers', id, param);
  if (!isLiving(customer)) throw missing('customer', id, param);
  return customer;
}

function createCustomer(account: Account, given: Given): Customer {
  const customer: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowOf(account),
    currency: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: changeMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  account.objects.customers[customer.id] = customer;
  emit(account, 'customer.created', customer);
  return customer;
}

function changeCustomer(account: Account, customer: Customer, given: Given): void {
  const method = given.invoice_settings?.default_payment_method;
  if (method)
    requireObject(account, 'paymentMethods', method, 'invoice_settings[default_payment_method]');
  customer.email = given.email ?? customer.email;
  customer.name = given.name ?? customer.name ?? null;
  customer.description = given.description ?? customer.description;
  customer.phone = given.phone ?? customer.phone ?? null;
  customer.preferred_locales = given.preferred_locales ?? customer.preferred_locales ?? [];
  customer.metadata = changeMetadata(customer.metadata, given.metadata);
  if (method !== undefined) customer.invoice_settings.default_payment_method = method || null;
  emit(account, 'customer.updated', customer);
}

/** Deletes a customer; their subscriptions end at once, as Stripe does it. */
function deleteCustomer(account: Account, id: string): object {
  const customer = requireCustomer(account, id, 'id');
  for (const subscription of Object.values(account.objects.subscriptions)) {
    if (subscription.customer === id && subscription.ended_at === null) {
      cancelNow(account, subscription, 'cancellation_requested');
    }
  }
  emit(account, 'customer.deleted', customer);
  const deleted = { id, object: 'customer', deleted: true } as const;
  account.objects.customers[id] = deleted;
  return deleted;
}

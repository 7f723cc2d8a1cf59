import { chargeOperations } from './objects/charges.ts';
import { checkoutSessionOperations } from './objects/checkout-sessions.ts';
import { customerOperations } from './objects/customers.ts';
import { eventOperations } from './objects/events.ts';
import { invoiceOperations } from './objects/invoices.ts';
import { paymentMethodOperations } from './objects/payment-methods.ts';
import { portalSessionOperations } from './objects/portal-sessions.ts';
import { priceOperations } from './objects/prices.ts';
import { productOperations } from './objects/products.ts';
import { subscriptionOperations } from './objects/subscriptions.ts';
import { webhookEndpointOperations } from './objects/webhook-endpoints.ts';
import type { Operation } from './operation.ts';

/** Everything that the emulator has of Stripe's API. */
export const operations: Operation[] = [
  ...productOperations,
  ...priceOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...checkoutSessionOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...chargeOperations,
  ...portalSessionOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
];

/**
 * What version 2026-10-28.endive of the API, which the library speaks, has otherwise than the document in
 * tests/specs, as `schema.property`.
 */
export const ACCEPTED_DIFFERENCES: readonly string[] = [
  // Since 2025-03-31.basil periods belong to the items of a subscription.
  'subscription.current_period_end',
  'subscription.current_period_start',
  // Since then an invoice says that it is paid by its status, and by its payments.
  'invoice.paid',
  'invoice.paid_out_of_band',
  'invoice.total_tax_amounts',
  // And a line says by its parent what it comes from.
  'line_item.proration',
  'line_item.type',
];

/** Parameters that the document does not have yet, as `method path name`. */
export const ACCEPTED_PARAMETERS: readonly string[] = ['get /v1/checkout/sessions status'];

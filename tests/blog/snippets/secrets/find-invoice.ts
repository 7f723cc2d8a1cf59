import type { ToolFunction } from '#app/runtime/definition.ts';

// #region tool
export const findInvoice: ToolFunction = ({ number = null }, context) =>
  context.json('billing', { path: '/invoices', query: { number } });
// #endregion

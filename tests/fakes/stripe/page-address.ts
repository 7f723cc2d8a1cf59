import type { Account } from './account.ts';

/** Stripe's own hosts of pages. */
const HOSTS = {
  checkout: 'https://checkout.stripe.com/c/pay',
  portal: 'https://billing.stripe.com/p/session',
  invoice: 'https://invoice.stripe.com/i',
  pdf: 'https://pay.stripe.com/invoice',
};

/** The address of a page of Stripe's, at its own host or where the emulator serves it. */
export function toPageAddress(account: Account, page: keyof typeof HOSTS, id: string): string {
  const end = page === 'pdf' ? `${id}/pdf` : id;
  if (account.pages === '') return `${HOSTS[page]}/${end}`;
  return `${account.pages}/pages/${account.name}/${page}/${end}`;
}

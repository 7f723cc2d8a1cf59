import { readerLocale } from '#app/platform/locale/reader-locale.ts';

/**
 * Currencies whose smallest unit, as Stripe counts, is the whole one or a thousandth of it. Source:
 * docs.stripe.com/currencies
 */
const WHOLE = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.toUpperCase().split(' '),
);
const THOUSANDTHS = new Set('bhd jod kwd omr tnd'.toUpperCase().split(' '));

/**
 * An amount as people write it: "€19", "€15.83", "¥2,900". Whole amounts bear no zeros behind the
 * point.
 * @param amount in the smallest unit of the currency, as Stripe counts
 */
export function formatAmount(amount: number, currency: string, locale = readerLocale()): string {
  const code = currency.toUpperCase();
  const digits = countDigits(code);
  const value = amount / 10 ** digits;
  const shown = Number.isInteger(value) ? 0 : digits;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(value);
}

function countDigits(code: string): number {
  if (WHOLE.has(code)) return 0;
  return THOUSANDTHS.has(code) ? 3 : 2;
}

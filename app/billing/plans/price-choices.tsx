import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import { findSaving } from './pick-price.ts';
import { INTERVALS, PAID_TIERS, type Interval, type PlanPrices } from './plan-prices.ts';
import { INTERVAL_WORDS } from './plan-words.ts';

interface Props {
  prices: PlanPrices;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  onCurrency: (currency: string) => void;
}

/** Chooses between months and years, and the currency. */
export function PriceChoices({ prices, interval, onInterval, onCurrency }: Props) {
  const saving = describeSaving(
    PAID_TIERS.map((tier) => findSaving(prices.prices, tier)?.percent ?? 0),
  );
  const options = INTERVALS.map((value) => ({
    value,
    label: (
      <>
        {INTERVAL_WORDS[value].name}
        {value === 'year' && saving ? <span className="font-normal">{saving}</span> : null}
      </>
    ),
  }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label="Billing interval"
        value={interval}
        options={options}
        onChange={onInterval}
      />
      {prices.currencies.length < 2 ? null : (
        <Select
          aria-label="Currency"
          className="w-44"
          value={prices.currency}
          onChange={(event) => onCurrency(event.currentTarget.value)}
        >
          {prices.currencies.map((currency) => (
            <option key={currency} value={currency}>
              {toCurrencyName(currency)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

/** "save 16%", or "save up to 16%" where the plans differ. */
function describeSaving(percents: readonly number[]): string | null {
  const most = Math.max(...percents);
  if (most <= 0) return null;
  return percents.every((percent) => percent === most) ? `save ${most}%` : `save up to ${most}%`;
}

function toCurrencyName(currency: string): string {
  const code = currency.toUpperCase();
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code);
  return name === undefined || name === code ? code : `${code} · ${name}`;
}

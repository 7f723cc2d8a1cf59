import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { LIMITS, TIER_NAMES, type GateTier } from '#app/billing/limits.ts';
import { Badge } from '#app/ui/badge.tsx';

import { formatAmount } from './format-amount.ts';
import { listHighlights } from './list-highlights.ts';
import type { Saving } from './pick-price.ts';
import type { PlanPrice } from './plan-prices.ts';
import { toPer } from './plan-words.ts';

const FOR_WHOM: Record<GateTier, string> = {
  free: 'To try out what you can build.',
  pro: 'For servers that others rely on.',
  team: 'For servers that several people work on.',
};

interface Props {
  tier: GateTier;
  /** Null: free, or no price is known. */
  price: PlanPrice | null;
  saving: Saving | null;
  currency: string;
  locale: string;
  /** It is the visitor's own, or the one that they came back to. */
  mark: 'own' | 'chosen' | null;
  children: ReactNode;
}

/** A plan: for whom it is, what it costs, what can be done about it, and its first limits. */
export function PlanCard({ tier, price, saving, currency, locale, mark, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'flex flex-col gap-4 rounded-panel border bg-raised p-5',
        mark === null ? '' : 'border-blue',
      )}
    >
      <div>
        <div className="flex min-h-7 items-center gap-2">
          <h2 id={id} className="text-lg">
            {TIER_NAMES[tier]}
          </h2>
          {mark === null ? null : (
            <Badge tone="blue">{mark === 'own' ? 'Your plan' : 'Your choice'}</Badge>
          )}
        </div>
        <p className="mt-1 text-sm text-muted">{FOR_WHOM[tier]}</p>
      </div>
      <CardPrice {...{ tier, price, saving, currency, locale }} />
      {children}
      <ul className="flex flex-col gap-1.5 border-t pt-4 text-sm">
        {listHighlights(LIMITS[tier]).map((text) => (
          <li key={text} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-pass" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PriceProps = Pick<Props, 'tier' | 'price' | 'saving' | 'currency' | 'locale'>;

function CardPrice({ tier, price, saving, currency, locale }: PriceProps) {
  if (tier === 'free') {
    return (
      <Price amount={formatAmount(0, currency, locale)} per="">
        No card needed.
      </Price>
    );
  }
  if (price === null) {
    return (
      <Price amount="–" per="">
        This plan has no price in this currency.
      </Price>
    );
  }
  const amount = formatAmount(price.amount, price.currency, locale);
  return (
    <Price amount={amount} per={toPer(tier, price.interval)}>
      {describePrice(price, saving, locale)}
    </Price>
  );
}

/** Below a yearly price, what that is a month, and what it saves; below a monthly one, what a year would. */
function describePrice(price: PlanPrice, saving: Saving | null, locale: string): string {
  if (price.interval === 'month') {
    return saving ? `Paid yearly, it costs ${saving.percent}% less.` : 'Billed monthly.';
  }
  const monthly = formatAmount(Math.round(price.amount / 12), price.currency, locale);
  if (saving === null) return `${monthly} a month, billed yearly.`;
  const saved = formatAmount(saving.amount, price.currency, locale);
  return `${monthly} a month: you save ${saved} a year (${saving.percent}%).`;
}

function Price({ amount, per, children }: { amount: string; per: string; children: ReactNode }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-semibold tabular-nums">{amount}</span>
        <span className="text-muted">{per}</span>
      </p>
      <p className="text-sm text-muted">{children}</p>
    </div>
  );
}

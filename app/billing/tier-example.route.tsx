import { LockOpen } from 'lucide-react';

import { useAuth } from '#app/auth/auth-client.ts';

import { GATE_TIERS, LIMITS, TIER_NAMES, type GateTier } from './limits.ts';
import { LIMIT_ROWS } from './limit-rows.ts';
import { OwnPlan } from './own-plan.tsx';
import { ServerVerdict } from './server-verdict.tsx';
import { TierGate } from './tier-gate.tsx';
import { TierTable } from './tier-table.tsx';
import { useTier } from './tier-store.ts';

export function meta() {
  return [
    { title: 'What each plan unlocks · MCP Builder' },
    {
      name: 'description',
      content: 'The limits of Free, Pro and Team, and the gates behind them.',
    },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Shows the features that each tier unlocks, by the gates that the product itself uses. */
export default function TierExample() {
  const { gates, isChecking } = useTier();
  const { status } = useAuth();
  const isKnown = status !== 'settling' && !isChecking;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-10 px-4 py-10 sm:px-6">
      <header className="flex flex-col gap-6">
        <div>
          <h1 className="text-lg">What each plan unlocks</h1>
          <p className="mt-2 max-w-prose text-muted">
            Every limit of every plan, exactly as the product enforces it.
          </p>
        </div>
        <OwnPlan />
      </header>
      <section aria-labelledby="plans">
        <h2 id="plans" className="mb-2 scroll-mt-6">
          Limits
        </h2>
        <TierTable own={isKnown ? gates : null} />
      </section>
      <section aria-labelledby="gates">
        <h2 id="gates">Gates</h2>
        <p className="mt-1 mb-4 max-w-prose text-muted">
          A screen&apos;s gate decides what you see, the server&apos;s gate what you may do. Both
          should say the same about you.
        </p>
        <ul className="border-t">
          {GATE_TIERS.map((tier) => (
            <GateRow key={tier} tier={tier} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function GateRow({ tier }: { tier: GateTier }) {
  const feature = LIMIT_ROWS.slice(0, 2)
    .map(({ label, read }) => `${read(LIMITS[tier])} ${label.toLowerCase()}`)
    .join(' and ');
  return (
    <li className="grid gap-x-6 gap-y-3 border-b py-4 sm:grid-cols-2 sm:items-center">
      <div>
        <h3 className="mb-1">{TIER_NAMES[tier]}</h3>
        <TierGate tier={tier} feature={feature}>
          <p className="flex items-start gap-3 text-sm">
            <LockOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-pass" />
            Unlocked: {feature}
          </p>
        </TierGate>
      </div>
      <ServerVerdict tier={tier} />
    </li>
  );
}

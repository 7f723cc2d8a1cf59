import { clsx } from 'clsx';

import { LIMIT_ROWS } from './limit-rows.ts';
import { GATE_TIERS, LIMITS, TIER_NAMES, type GateTier } from './limits.ts';

/** Every limit of every tier; the column that holds for the reader is marked. */
export function TierTable({ own }: { own: GateTier | null }) {
  const cell = (tier: GateTier) =>
    clsx('px-1.5 py-2.5 text-end sm:px-4', tier === own && 'bg-blue-tint');
  return (
    <table className="w-full border-collapse text-sm tabular-nums sm:text-base">
      <caption className="sr-only">What each plan allows</caption>
      <thead>
        <tr className="border-b align-bottom">
          <th scope="col" className="py-2.5 pe-2 text-start font-normal text-muted">
            Limit
          </th>
          {GATE_TIERS.map((tier) => (
            <th
              key={tier}
              scope="col"
              className={clsx(cell(tier), 'font-semibold', tier === own && 'rounded-t-control')}
            >
              {TIER_NAMES[tier]}
              {tier === own ? (
                <span className="block text-sm font-normal text-blue">yours</span>
              ) : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LIMIT_ROWS.map(({ label, read }) => (
          <tr key={label} className="border-b">
            <th scope="row" className="py-2.5 pe-2 text-start font-normal">
              {label}
            </th>
            {GATE_TIERS.map((tier) => (
              <td key={tier} className={cell(tier)}>
                {read(LIMITS[tier])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';

import { TIER_NAMES, unlocks, type GateTier } from './limits.ts';
import { useTier } from './tier-store.ts';

interface Props {
  /** Users of this tier, or a higher one, see the content. */
  tier: GateTier;
  /** Name of the gated feature, as in the middle of a sentence: "private endpoints". */
  feature: string;
  children: ReactNode;
}

/**
 * The one gate of screens: shows its content to users whose tier unlocks it, and to others the tier
 * that it is part of. It only decides on display; forbidden actions are refused by `requireTier`.
 */
export function TierGate({ tier, feature, children }: Props) {
  const { gates, isChecking } = useTier();
  const { status } = useAuth();
  if (unlocks(gates, tier)) return children;
  const isUnknown = isChecking || status === 'settling';
  return (
    <div className="flex items-start gap-3 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {isUnknown ? (
        <p>Checking your plan</p>
      ) : (
        <p>
          {TIER_NAMES[tier]} unlocks {feature}.{' '}
          {status === 'signedOut' ? (
            <Link to="/login" onClick={() => storeCurrentUrl()} className={LINK}>
              Sign in
            </Link>
          ) : (
            <Link to="/pricing" className={LINK}>
              Compare plans
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

const LINK = 'whitespace-nowrap text-blue underline underline-offset-2 pointer-coarse:py-2.5';

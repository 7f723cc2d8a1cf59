import { Link } from 'react-router';

import { useAuth } from '#app/auth/auth-client.ts';
import { storeCurrentUrl } from '#app/auth/return-url.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { describePlan } from './describe-plan.ts';
import { useTier } from './tier-store.ts';

/** The reader's own plan and what follows from it; for those who are not signed in, what that adds. */
export function OwnPlan() {
  const tier = useTier();
  const { status } = useAuth();
  if (status === 'settling' || tier.isChecking) {
    return (
      <div className={FRAME}>
        <Spinner />
      </div>
    );
  }
  if (status === 'signedOut') {
    return (
      <div className={FRAME}>
        <div>
          <p className="font-semibold">You are not signed in</p>
          <p className="max-w-prose text-muted">
            The limits of Free apply, and what you build is kept for 7 days. Sign in to keep it and
            to see your own plan here.
          </p>
        </div>
        <Link
          to="/login"
          onClick={() => storeCurrentUrl()}
          className={buttonClass('primary', 'sm:ms-auto')}
        >
          Sign in
        </Link>
      </div>
    );
  }
  const plan = describePlan(tier);
  return (
    <div className={FRAME}>
      <div>
        <p className="font-semibold wrap-anywhere">{plan.title}</p>
        <p className="max-w-prose text-muted">{plan.detail}</p>
      </div>
    </div>
  );
}

const FRAME =
  'flex min-h-20 flex-col items-start gap-3 rounded-panel border bg-raised px-4 py-3 sm:flex-row sm:items-center';

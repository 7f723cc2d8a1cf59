import { CircleCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { SignInInvitation } from '#app/auth/sign-in-invitation.tsx';
import { requestSync } from '#app/billing/billing-client.ts';
import { LIMITS, TIER_NAMES, type GateTier } from '#app/billing/limits.ts';
import { listHighlights } from '#app/billing/plans/list-highlights.ts';
import { refreshTier } from '#app/billing/tier-store.ts';
import { useSignedIn } from '#app/billing/use-signed-in.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { waitForPlan, type WaitedPlan } from './wait-for-plan.ts';

/**
 * The page after a checkout: waits until the visitor's own plan is active. Its address proves
 * nothing, so it says the same to whoever opens it: the truth about their own plan.
 */
export function SuccessScreen() {
  const uid = useSignedIn();
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-4 py-16 sm:px-6">
      {uid === null ? (
        <>
          <h1 className="text-lg">Your plan</h1>
          <SignInInvitation title="Sign in to see your plan">
            If you have just paid, sign in with the account that you bought the plan with. Your
            payment is not lost.
          </SignInInvitation>
        </>
      ) : (
        <PlanWait key={uid ?? ''} isKnown={uid !== undefined} />
      )}
    </div>
  );
}

function PlanWait({ isKnown }: { isKnown: boolean }) {
  const [waited, setWaited] = useState<WaitedPlan | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isKnown) return;
    const left = new AbortController();
    void askUntilActive(left.signal).then((outcome) => {
      if (!left.signal.aborted) setWaited(outcome);
    });
    return () => left.abort();
  }, [isKnown, attempt]);
  const again = () => {
    setWaited(null);
    setAttempt(attempt + 1);
  };
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {waited === null ? <Waiting /> : <Outcome waited={waited} onAgain={again} />}
    </div>
  );
}

async function askUntilActive(signal: AbortSignal): Promise<WaitedPlan> {
  const waited = await waitForPlan({
    sync: (limit) => requestSync({ signal: limit }),
    pause: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    now: Date.now,
    signal,
  });
  if (!signal.aborted && waited.own) await refreshTier();
  return waited;
}

function Waiting() {
  return (
    <>
      <h1 className="flex items-center gap-3 text-lg">
        <SpinnerMark />
        Activating your plan
      </h1>
      <p className="text-muted">
        We are asking Stripe about your payment. This takes a few seconds, 30 at most; you do not
        have to stay on this page.
      </p>
    </>
  );
}

function Outcome({ waited, onAgain }: { waited: WaitedPlan; onAgain: () => void }) {
  const { own, failure } = waited;
  if (own?.isActive && own.tier !== null) return <Active tier={own.tier} />;
  if (failure) {
    return (
      <>
        <h1 className="text-lg">Your payment could not be looked up</h1>
        <p className="text-muted">
          If you have paid, your payment is not lost: your plan becomes active as soon as Stripe
          tells us. You do not have to pay again.
        </p>
        <FailureNote failure={failure} />
        <Ways onAgain={onAgain} />
      </>
    );
  }
  if (own?.state === 'incomplete') {
    return (
      <NotYet title="Your payment is not complete yet" onAgain={onAgain}>
        Some payment methods take longer, up to a few days. Your plan becomes active as soon as the
        payment is through. You do not have to pay again.
      </NotYet>
    );
  }
  return (
    <NotYet title="Your plan is Free" onAgain={onAgain}>
      There is no active subscription for your account. If you have just paid, Stripe may need
      another minute: check again, and do not pay twice. If you came here by somebody else&apos;s
      link, nothing was changed.
    </NotYet>
  );
}

function Active({ tier }: { tier: Exclude<GateTier, 'free'> }) {
  return (
    <>
      <h1 className="flex items-center gap-3 text-lg">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-pass" />
        {TIER_NAMES[tier]} is active
      </h1>
      <p className="text-muted">
        Its limits hold now. Endpoints that are running follow within a minute.
      </p>
      <ul className="list-disc ps-5">
        {listHighlights(LIMITS[tier]).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Link to="/" className={buttonClass('primary')}>
          Start building
        </Link>
        <Link to="/subscription" className={buttonClass()}>
          See your subscription
        </Link>
      </div>
    </>
  );
}

interface NotYetProps {
  title: string;
  onAgain: () => void;
  children: ReactNode;
}

function NotYet({ title, onAgain, children }: NotYetProps) {
  return (
    <>
      <h1 className="text-lg">{title}</h1>
      <p className="text-muted">{children}</p>
      <Ways onAgain={onAgain} />
    </>
  );
}

function Ways({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button variant="primary" onClick={onAgain}>
        Check again
      </Button>
      <Link to="/subscription" className={buttonClass()}>
        See your subscription
      </Link>
    </div>
  );
}

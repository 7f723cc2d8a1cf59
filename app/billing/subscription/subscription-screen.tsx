import { FailureNote } from '#app/api-client/failure-note.tsx';
import { SignInInvitation } from '#app/auth/sign-in-invitation.tsx';
import { useSignedIn } from '#app/billing/use-signed-in.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { SubscriptionPanel } from './subscription-panel.tsx';
import { useOwnSubscription } from './use-own-subscription.ts';

/** The visitor's own plan, their usage and their invoices; for who is signed out, what signing in adds. */
export function SubscriptionScreen() {
  const uid = useSignedIn();
  const subscription = useOwnSubscription(uid, { isSynced: true });
  const { own, failure, retry, change } = subscription;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-10 px-4 py-10 sm:px-6">
      <h1 className="text-lg">Subscription</h1>
      {uid === null ? (
        <SignInInvitation title="Sign in to see your subscription">
          It shows your plan, what is used of each limit, and your invoices. Without an account the
          limits of Free apply.
        </SignInInvitation>
      ) : null}
      {uid !== null && own === null && failure === null ? <Spinner /> : null}
      {failure ? <FailureNote failure={failure} onRetry={retry} /> : null}
      {uid && own ? <SubscriptionPanel key={uid} own={own} onChange={change} /> : null}
    </div>
  );
}

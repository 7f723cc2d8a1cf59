import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { useAuth } from '#app/auth/auth-client.ts';
import { AuthNote } from '#app/auth/auth-note.tsx';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { SignInInvitation } from '#app/auth/sign-in-invitation.tsx';
import { TokenPanel } from './token-panel.tsx';

export function meta() {
  return [
    { title: 'Your token · MCP Builder' },
    { name: 'description', content: 'The ID token that this browser signs in with.' },
    { name: 'robots', content: 'noindex' },
  ];
}

/** The signed-in user's own token. It stays in this browser: the server renders none of it. */
export default function Logtok() {
  const { status, user, isStuck } = useAuth();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-10 sm:px-6">
      <header>
        <h1 className="text-lg">Your token</h1>
        <p className="mt-2 max-w-prose text-muted">
          The ID token that this browser sends to our APIs, as{' '}
          <code className="text-ink">Authorization: Bearer</code>. This page reads it in the browser
          and sends it nowhere.
        </p>
      </header>
      {status === 'settling' ? <Spinner /> : null}
      {user ? <TokenPanel key={user.uid} /> : null}
      {status === 'signedOut' && isStuck ? (
        <div className="flex flex-col items-start gap-3">
          <AuthNote tone="fail">{AUTH_TEXTS.network}</AuthNote>
          <Button onClick={() => location.reload()}>Try again</Button>
        </div>
      ) : null}
      {status === 'signedOut' && !isStuck ? (
        <div className="rounded-panel border">
          <SignInInvitation title="You are not signed in">
            Signing in gives this browser a token. This page then shows its claims and expiry, and
            lets you copy or refresh it.
          </SignInInvitation>
        </div>
      ) : null}
    </div>
  );
}

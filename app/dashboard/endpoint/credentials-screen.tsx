import { KeyRound } from 'lucide-react';
import { Link, useRevalidator } from 'react-router';

import { storeCurrentUrl } from '#app/auth/return-url.ts';
import type { CallerCredentials } from '#app/hosting/credentials/caller-credentials.ts';
import { buttonClass } from '#app/ui/button.tsx';

import { CallerConnectionRow } from './caller-connection-row.tsx';
import { CredentialRow } from './credential-row.tsx';

/** The credentials of who looks, for calls of their own at an endpoint. */
export function CredentialsScreen({ facts }: { facts: CallerCredentials | null }) {
  return (
    <div className="mx-auto w-full max-w-3xl grow px-4 py-8 sm:px-6">
      <h1 className="flex items-center gap-2 text-lg font-semibold">
        <KeyRound aria-hidden className="size-5 shrink-0" />
        Your credentials
      </h1>
      {facts === null ? <SignIn /> : <Credentials facts={facts} />}
    </div>
  );
}

function SignIn() {
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        Sign in with the account you use to call this server, then enter your credential or connect
        the API.
      </p>
      <Link
        to="/login"
        className={buttonClass('primary', 'mt-4')}
        onClick={() => void storeCurrentUrl()}
      >
        Sign in
      </Link>
    </>
  );
}

function Credentials({ facts: { slug, title, credentials } }: { facts: CallerCredentials }) {
  const { revalidate } = useRevalidator();
  const isAsked = credentials.length > 0;
  return (
    <>
      <p className="mt-2 max-w-prose wrap-anywhere text-muted">
        <Link to={`/mcp/${slug}`} className="underline">
          <bdi>{title}</bdi>
        </Link>{' '}
        {isAsked
          ? 'calls its API with your own credential. It is stored encrypted, sent only to the destinations below, and never shown to anyone, including the server’s owner.'
          : 'does not need a credential from you.'}
      </p>
      {isAsked ? (
        <ul aria-label="Credentials" className="mt-6 divide-y border-y">
          {credentials.map((credential) => (
            <li key={credential.name} className="py-3">
              {credential.connection === null ? (
                <CredentialRow slug={slug} credential={credential} onChanged={revalidate} />
              ) : (
                <CallerConnectionRow
                  slug={slug}
                  credential={credential}
                  connection={credential.connection}
                  onChanged={revalidate}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {isAsked ? (
        <p className="mt-4 max-w-prose text-sm text-muted">
          Used by apps that you signed in to this server, and by API keys that you made, whoever
          holds them.
        </p>
      ) : null}
    </>
  );
}

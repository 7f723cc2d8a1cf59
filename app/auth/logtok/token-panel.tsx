import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { useSecondsLeft } from '#app/auth/email/use-seconds-left.ts';
import { LocalTime } from '#app/ui/locale/local-time.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { maskToken, viewToken, toDuration, type ClaimRow, type TokenView } from './token-view.ts';
import { useIdToken } from './use-id-token.ts';

/** The signed-in user's token: how long it lives, the token itself on demand, and what it says. */
export function TokenPanel() {
  const { token, problem, isRefreshing, refresh } = useIdToken();
  const view = token === null ? null : viewToken(token);
  return (
    <div className="flex flex-col gap-8">
      <AuthNote tone="fail">{problem}</AuthNote>
      {view && token !== null ? (
        <>
          <Expiry view={view}>
            <TaskButton isBusy={isRefreshing} onClick={() => void refresh()}>
              {isRefreshing ? null : <RefreshCw aria-hidden />}
              Refresh token
            </TaskButton>
          </Expiry>
          <MaskedToken token={token} />
          <Claims view={view} />
        </>
      ) : problem ? (
        <TaskButton className="self-start" isBusy={isRefreshing} onClick={() => void refresh()}>
          Try again
        </TaskButton>
      ) : (
        <Spinner />
      )}
    </div>
  );
}

function Expiry({ view, children }: { view: TokenView; children: ReactNode }) {
  const left = useSecondsLeft(view.expiresAt);
  const lifetime = (view.expiresAt - view.issuedAt) / 1_000;
  return (
    <section
      aria-labelledby="expiry"
      className="grid items-center justify-items-start gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="w-full">
        <h2 id="expiry" className="text-sm font-medium text-muted">
          {left > 0 ? 'Expires in' : 'State'}
        </h2>
        <p className="text-lg tabular-nums">{left > 0 ? toDuration(left) : 'Expired'}</p>
        <progress
          aria-label="Time left"
          value={left}
          max={lifetime}
          className="mt-1 h-1 w-full max-w-xs appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
        />
        <p className="mt-1 text-sm text-muted">
          Issued <LocalTime at={view.issuedAt} />, expires <LocalTime at={view.expiresAt} />. It is
          refreshed automatically 5 minutes before.
        </p>
      </div>
      {children}
    </section>
  );
}

function MaskedToken({ token }: { token: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby="token">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="token" className="font-semibold">
          Token
        </h2>
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {isShown ? 'Hide token' : 'Show token'}
        </Button>
      </div>
      <div className="flex items-start gap-2 rounded-panel border bg-raised py-2 pe-1 ps-3">
        <code className="min-w-0 grow self-center leading-5 break-all">
          {isShown ? token : maskToken(token)}
        </code>
        <CopyButton text={token} what="token" />
      </div>
      <p className="mt-2 text-sm text-muted">
        Anyone who has it can act as you until it expires. Do not paste it anywhere you do not
        trust.
      </p>
    </section>
  );
}

function Claims({ view }: { view: TokenView }) {
  return (
    <section aria-labelledby="claims" className="flex flex-col gap-4">
      <h2 id="claims" className="font-semibold">
        Claims
      </h2>
      <dl className="border-t">
        {view.claims.map((claim) => (
          <Claim key={claim.name} claim={claim} />
        ))}
      </dl>
      <CodeBlock text={view.json} label="claims as JSON" />
    </section>
  );
}

function Claim({ claim: { name, value, meaning, time } }: { claim: ClaimRow }) {
  return (
    <div className="grid gap-x-4 border-b py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt>
        <code>{name}</code>
      </dt>
      <dd className="min-w-0">
        {time === null ? (
          <code className="break-all">{value}</code>
        ) : (
          <>
            <code>{value}</code> <LocalTime at={time} />
          </>
        )}
        {meaning ? <span className="block text-sm text-muted">{meaning}</span> : null}
      </dd>
    </div>
  );
}

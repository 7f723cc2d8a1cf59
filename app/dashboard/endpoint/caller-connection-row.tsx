import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useChange } from '#app/dashboard/use-change.ts';
import type {
  CallerConnection,
  CallerCredential,
} from '#app/hosting/credentials/caller-credentials.ts';
import {
  deleteCredential,
  startCallerConnection,
} from '#app/hosting/credentials/credentials-client.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

interface Props {
  slug: string;
  credential: CallerCredential;
  connection: CallerConnection;
  onChanged: () => Promise<void>;
}

/** An API that the user connects for calls of their own, by signing in there. */
export function CallerConnectionRow({ slug, credential, connection, onChanged }: Props) {
  const { name, isSet, needsConfirmation, origins, usedAt } = credential;
  const { place, title, signInHost, scopes, isSetUp } = connection;
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);

  async function connect() {
    await run(async () => {
      const begun = await startCallerConnection(slug, { ...place, origins });
      if (begun.ok) location.assign(begun.value.url);
      return begun;
    });
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <bdi className="font-semibold wrap-anywhere">{title}</bdi>
        <ConnectionBadge isSet={isSet} needsConfirmation={needsConfirmation} />
      </div>
      <p className="mt-1 max-w-prose text-sm wrap-anywhere text-muted">
        You sign in at <strong className="text-ink">{signInHost}</strong>
        {scopes.length > 0 ? ` and allow ${scopes.join(', ')}` : ''}. What it gives us goes only to{' '}
        {origins.join(', ')}, and only for your calls.
        {usedAt === null ? null : (
          <>
            {' '}
            Last used <RelativeTime at={usedAt} />.
          </>
        )}
      </p>
      {isSetUp ? null : (
        <p className="mt-1 max-w-prose text-sm">
          The server’s owner has not set up this sign-in yet. Ask them to.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-label={`${isSet ? 'Reconnect' : 'Connect'}: ${title}`}
          disabled={isBusy || !isSetUp}
          onClick={() => void connect()}
        >
          {isSet ? 'Reconnect' : 'Connect'}
        </Button>
        {isSet ? (
          <Button
            variant="ghost"
            aria-label={`Disconnect: ${title}`}
            disabled={isBusy}
            onClick={() => void run(() => deleteCredential(slug, name))}
          >
            Disconnect
          </Button>
        ) : null}
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

/** Where the token would go has changed: connecting again is how its owner agrees. */
function ConnectionBadge({
  isSet,
  needsConfirmation,
}: Pick<CallerCredential, 'isSet' | 'needsConfirmation'>) {
  if (!isSet) return <Badge tone="warn">Not connected</Badge>;
  return needsConfirmation ? (
    <Badge tone="pencil">Connect again</Badge>
  ) : (
    <Badge tone="pass">Connected</Badge>
  );
}

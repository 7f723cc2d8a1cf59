import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { requestGithubSignIn } from '#app/github/connection/connection-client.ts';

/** Sends the user to GitHub, to allow us what we need there; they come back to this page. */
export function ConnectGithub({ label = 'Connect GitHub' }: { label?: string }) {
  const { pathname, search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  useEffect(() => {
    // Who comes back with the browser's button finds the page as they left it.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  async function connect() {
    setBusy(true);
    setFailure(null);
    const begun = await requestGithubSignIn(pathname + search);
    if (begun.ok) return location.assign(begun.value.url);
    setBusy(false);
    setFailure(begun);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <TaskButton variant="primary" isBusy={isBusy} onClick={() => void connect()}>
        {label}
      </TaskButton>
      {failure ? <FailureNote failure={failure} onRetry={() => void connect()} /> : null}
    </div>
  );
}

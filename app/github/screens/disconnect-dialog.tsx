import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { requestGithubEnd } from '#app/github/connection/connection-client.ts';
import type { EndedConnection } from '#app/github/connection/github-status.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

interface Props {
  login: string;
  onClose: () => void;
  onEnded: (ended: EndedConnection) => void;
}

/** Asks once more before GitHub is disconnected, and says what stays. */
export function DisconnectDialog({ login, onClose, onEnded }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function end() {
    setBusy(true);
    setFailure(null);
    const ended = await requestGithubEnd();
    setBusy(false);
    if (ended.ok) onEnded(ended.value);
    else setFailure(ended);
  }

  return (
    <Dialog title="Disconnect GitHub" onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto px-4 py-4">
        <p className="wrap-anywhere">
          Your access to <bdi>{login}</bdi> ends here and on GitHub. Repositories, commits and pull
          requests stay as they are.
        </p>
        <p className="text-muted">
          Projects stay linked to their repositories. Nothing is pushed or pulled for you until you
          connect GitHub again.
        </p>
        {failure ? <FailureNote failure={failure} onRetry={() => void end()} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Stay connected
          </Button>
          <TaskButton variant="danger" isBusy={isBusy} onClick={() => void end()}>
            Disconnect
          </TaskButton>
        </div>
      </div>
    </Dialog>
  );
}

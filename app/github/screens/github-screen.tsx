import { useState } from 'react';
import { useRevalidator } from 'react-router';

import type { EndedConnection, GithubStatus } from '#app/github/connection/github-status.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import { AccountSection } from './account-section.tsx';
import { ConnectGithub } from './connect-github.tsx';
import { ConnectedSections } from './connected-sections.tsx';
import { DisconnectedNote } from './disconnected-note.tsx';
import { GithubOffNote } from './github-off-note.tsx';
import { ImportSection } from './import-section.tsx';

/** GitHub: the connected account, its repositories, the projects linked to them, and imports. */
export function GithubScreen({ status }: { status: GithubStatus }) {
  const { revalidate } = useRevalidator();
  const [ended, setEnded] = useState<EndedConnection | null>(null);

  async function showEnd(end: EndedConnection) {
    setEnded(end);
    await revalidate();
  }

  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-8 px-4 py-8 sm:px-6">
      <div>
        <h1 className="text-lg font-semibold">GitHub</h1>
        <p className="mt-1 max-w-prose text-muted">
          Push the versions of your projects to your repositories, pull edits back, and import MCP
          servers that exist already.
        </p>
      </div>
      {status.state === 'off' ? <GithubOffNote missing={status.missing} /> : null}
      {status.state === 'none' ? (
        <>
          {ended ? <DisconnectedNote ended={ended} /> : null}
          <EmptyState title="No account connected" action={<ConnectGithub />}>
            {status.kind === 'github-app'
              ? 'You choose on GitHub which repositories we may read and write, and end it at any time.'
              : 'GitHub asks you to allow access to your repositories, which you can end at any time.'}
          </EmptyState>
        </>
      ) : null}
      {status.state === 'connected' ? (
        <ConnectedSections status={status} onEnded={showEnd} />
      ) : null}
      {status.state === 'revoked' ? <AccountSection status={status} onEnded={showEnd} /> : null}
      {status.state === 'off' ? null : <ImportSection isConnected={status.state === 'connected'} />}
      <Toaster />
    </div>
  );
}

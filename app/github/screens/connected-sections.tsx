import { useEffect, useEffectEvent } from 'react';

import type { EndedConnection } from '#app/github/connection/github-status.ts';

import { AccountSection, type ConnectedStatus } from './account-section.tsx';
import { InstallationsSection } from './installations-section.tsx';
import { LinkedProjectsSection } from './linked-projects-section.tsx';
import { RepositoriesSection } from './repositories-section.tsx';
import { useGithubOverview } from './use-github-overview.ts';

interface Props {
  status: ConnectedStatus;
  onEnded: (ended: EndedConnection) => void;
  /** GitHub turns out to take the tokens no longer. */
  onRevoked: () => void;
}

/** All that is there while GitHub is connected. */
export function ConnectedSections({ status, onEnded, onRevoked }: Props) {
  const asked = useGithubOverview();
  const { overview, isBusy, refresh } = asked;
  const said = overview?.status;
  const isRevoked = said?.state === 'revoked';
  const sayRevoked = useEffectEvent(onRevoked);
  useEffect(() => {
    if (isRevoked) sayRevoked();
  }, [isRevoked]);
  // GitHub's name of the account may have changed since we stored it.
  const current = said?.state === 'connected' && 'account' in said ? said : status;
  return (
    <>
      <AccountSection status={current} onEnded={onEnded} isBusy={isBusy} onRefresh={refresh} />
      {status.installUrl ? (
        <InstallationsSection installUrl={status.installUrl} {...asked} />
      ) : null}
      <RepositoriesSection installUrl={status.installUrl} />
      <LinkedProjectsSection />
    </>
  );
}

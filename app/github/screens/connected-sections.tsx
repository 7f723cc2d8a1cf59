import type { EndedConnection } from '#app/github/connection/github-status.ts';

import { AccountSection, type ConnectedStatus } from './account-section.tsx';
import { InstallationsSection } from './installations-section.tsx';
import { LinkedProjectsSection } from './linked-projects-section.tsx';
import { RepositoriesSection } from './repositories-section.tsx';
import { useGithubOverview } from './use-github-overview.ts';

interface Props {
  status: ConnectedStatus;
  onEnded: (ended: EndedConnection) => void;
}

/** All that is there while GitHub is connected; it may turn out not to take the tokens any more. */
export function ConnectedSections({ status, onEnded }: Props) {
  const asked = useGithubOverview();
  const { overview, isBusy, refresh } = asked;
  const said = overview?.status;
  if (said?.state === 'revoked') return <AccountSection status={said} onEnded={onEnded} />;
  // GitHub's name of the account may have changed since we stored it.
  const current = said?.state === 'connected' ? said : status;
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

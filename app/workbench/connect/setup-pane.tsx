import { Suspense, type ReactNode } from 'react';

import { needsSecrets } from '#app/drafts/secrets/needs-secrets.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useHydrated } from '#app/ui/loading/use-hydrated.ts';
import { Badge } from '#app/ui/badge.tsx';
import { SourceFacts } from '#app/workbench/source-facts.tsx';
import { EnvironmentSwitch } from '#app/workbench/trials/environment-switch.tsx';
import { UpstreamList } from '#app/workbench/upstream-list.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

const SecretsForm = lazyPart(async () => (await import('./secrets-form.tsx')).SecretsForm);
const OfferedList = lazyPart(
  async () => (await import('#app/chat/secrets/offered-list.tsx')).OfferedList,
);

/** How the server is set up: what it calls, with which credentials, and which document it comes from. */
export function SetupPane({
  screen,
  onImport,
}: {
  screen: DraftScreen;
  /** Opens the import of a newer document. */
  onImport: () => void;
}) {
  const { draft } = screen;
  // A click on a form whose script is still on its way would be lost.
  const isHydrated = useHydrated();
  const needsYou =
    draft.environment === 'test' &&
    screen.blueprint !== null &&
    needsSecrets(screen.blueprint, draft.secrets);
  return (
    <aside aria-label="Setup" className="relative min-h-0 grow md:overflow-y-auto">
      <div className="divide-y">
        <SetupSection title="Upstream">
          <UpstreamList screen={screen} />
        </SetupSection>
        <SetupSection title="Answers come from">
          <EnvironmentSwitch screen={screen} />
        </SetupSection>
        {draft.mayEdit && draft.secrets.length > 0 ? (
          <SetupSection
            title="Secrets"
            note={needsYou ? <Badge tone="pencil">needs you</Badge> : null}
          >
            <Suspense>
              <OfferedList draft={draft} onSet={screen.reload} className="mb-4" />
            </Suspense>
            {isHydrated ? (
              <Suspense>
                <SecretsForm screen={screen} />
              </Suspense>
            ) : null}
          </SetupSection>
        ) : null}
        <SetupSection title="Source">
          <SourceFacts draft={draft} onImport={onImport} />
        </SetupSection>
      </div>
    </aside>
  );
}

function SetupSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="px-4 py-4 sm:px-6">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}

import { Suspense, useState, type ReactNode } from 'react';

import { postPublication } from '#app/projects/project-client.ts';
import type { Publication } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { useChange } from './use-change.ts';

const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog, {
  isAskedFor: true,
});

interface Publishing {
  isBusy: boolean;
  /** A failure that the window does not show. */
  failure: ReturnType<typeof useChange>['failure'];
  closeFailure: () => void;
  publish: (version: number) => void;
  dialog: ReactNode;
}

/**
 * Publishes versions. Before a newer one takes the place of another, a window shows what callers will notice;
 * the first one is published at once, and so is one that is rolled back to, unless the project's tests decide.
 */
export function usePublishing(
  { id, published, isTestGated }: Pick<ProjectView, 'id' | 'published' | 'isTestGated'>,
  history: readonly Publication[],
  onChanged: () => Promise<void>,
): Publishing {
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const [asked, setAsked] = useState<number | null>(null);
  const send = (version: number, terms: { share?: number; promoteAfter?: number } = {}) =>
    run(() => postPublication(id, { version, ...terms }));
  // A version that was served before is rolled back to, whatever its tests say.
  const isGated = (version: number) =>
    isTestGated && !history.some((served) => served.version === version);
  const close = () => {
    setAsked(null);
    closeFailure();
  };
  const dialog =
    asked === null ? null : (
      <Suspense>
        <PublishDialog
          project={id}
          published={published}
          version={asked}
          isTestGated={isGated(asked)}
          isBusy={isBusy}
          failure={failure}
          onPublish={(terms) => void send(asked, terms).then((isDone) => isDone && close())}
          onClose={close}
        />
      </Suspense>
    );
  const publish = (version: number) => {
    const isUpgrade = published !== null && version > published;
    if (isUpgrade || isGated(version)) setAsked(version);
    else void send(version);
  };
  return { isBusy, failure: dialog === null ? failure : null, closeFailure, publish, dialog };
}

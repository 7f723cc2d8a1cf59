import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog, {
  isAskedFor: true,
});

/** The window that saves the server into a project, for who may edit it. */
export function useSaving(screen: DraftScreen): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen ? (
    <Suspense>
      <SaveDialog screen={screen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return { open: () => setOpen(true), dialog };
}

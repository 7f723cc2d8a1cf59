import { Suspense, useState, type ReactNode } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog, {
  isAskedFor: true,
});

/** The window that imports a document again. */
export function useImportAgain(screen: DraftScreen): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen ? (
    <Suspense>
      <ImportDialog screen={screen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return { open: () => setOpen(true), dialog };
}

import { Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog, {
  isAskedFor: true,
});

/** The window that imports a document again; an address with `?import=again` begins with it. */
export function useImportAgain(screen: DraftScreen): { open: () => void; dialog: ReactNode } {
  const [params, setParams] = useSearchParams();
  const isAsked = params.get('import') === 'again' && screen.draft.mayEdit;
  const [isOpen, setOpen] = useState(isAsked);
  const close = () => {
    setOpen(false);
    if (!isAsked) return;
    const rest = new URLSearchParams(params);
    rest.delete('import');
    setParams(rest, { replace: true, preventScrollReset: true });
  };
  const dialog = isOpen ? (
    <Suspense>
      <ImportDialog screen={screen} onClose={close} />
    </Suspense>
  ) : null;
  return { open: () => setOpen(true), dialog };
}

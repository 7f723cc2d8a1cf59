import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';

import type { Visibility } from '#app/drafts/draft-state.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog, {
  isAskedFor: true,
});

/** The window that shares a chat, and who may read it now. */
export function useSharing(
  id: string,
  initial: Visibility,
): { open: () => void; dialog: ReactNode } {
  const [visibility, setVisibility] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen ? (
    <Suspense>
      <ShareDialog
        id={id}
        visibility={visibility}
        onVisibility={setVisibility}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  ) : null;
  return { open: () => setOpen(true), dialog };
}

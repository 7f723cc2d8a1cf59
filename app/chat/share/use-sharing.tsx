import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';

import type { Visibility } from '#app/drafts/visibility.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog, {
  isAskedFor: true,
});

/** The window that shares a chat. */
export function useSharing(
  { id, visibility }: Pick<DraftView, 'id' | 'visibility'>,
  onVisibility: (visibility: Visibility) => void,
): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen ? (
    <Suspense>
      <ShareDialog
        id={id}
        visibility={visibility}
        onVisibility={onVisibility}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  ) : null;
  return { open: () => setOpen(true), dialog };
}

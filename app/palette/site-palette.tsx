import { Suspense, useEffect } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { closePalette, openPalette, usePaletteOpening } from './palette-store.ts';

const CommandPalette = lazyPart(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  { isAskedFor: true },
);

/** The command palette of every page: Ctrl K or ⌘ K opens it, and loads it then. */
export function SitePalette() {
  const opening = usePaletteOpening();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (opening === 0) return null;
  return (
    <Suspense>
      <CommandPalette key={opening} onClose={() => closePalette(opening)} />
    </Suspense>
  );
}

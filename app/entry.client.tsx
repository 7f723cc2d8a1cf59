import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { provideLocale } from '#app/platform/locale/reader-locale.ts';

import { importAgain } from './ui/loading/import-again.ts';

// Built chunks call it (scripts/retried-imports.ts).
Object.assign(globalThis, { importAgain });

provideLocale(() => document.documentElement.dataset['locale']);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
// What was clicked and typed until now (ui/inline/early-input.ts, in the document itself).
globalThis.resumeEarlyInput?.();

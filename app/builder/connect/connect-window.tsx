import { Suspense } from 'react';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import type { ModelChoosing } from './use-model-choice.ts';

const ConnectSheet = lazyPart(async () => (await import('./connect-sheet.tsx')).ConnectSheet, {
  isAskedFor: true,
});

/** The window in which a model is connected, while it is open. */
export function ConnectWindow({ model }: { model: ModelChoosing }) {
  const { connecting, keeps, allowsLocal } = model;
  if (!connecting.isOpen) return null;
  return (
    <Suspense>
      <ConnectSheet
        keeps={keeps}
        allowsLocal={allowsLocal}
        onClose={connecting.close}
        onConnected={(kind) => {
          model.onConnected(kind);
          connecting.close();
        }}
      />
    </Suspense>
  );
}

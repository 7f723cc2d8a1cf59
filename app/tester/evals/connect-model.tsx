import { Plug } from 'lucide-react';
import { Suspense } from 'react';

import type { ModelChoosing } from '#app/builder/connect/use-model-choice.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const ConnectSheet = lazyPart(
  async () => (await import('#app/builder/connect/connect-sheet.tsx')).ConnectSheet,
  { isAskedFor: true },
);

/** Opens the window in which a model is connected. */
export function ConnectModel({ model }: { model: ModelChoosing }) {
  const { connecting, keeps, allowsLocal } = model;
  return (
    <>
      <Button onClick={connecting.open}>
        <Plug aria-hidden />
        Connect a model
      </Button>
      {connecting.isOpen ? (
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
      ) : null}
    </>
  );
}

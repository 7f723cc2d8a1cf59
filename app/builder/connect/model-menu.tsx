import { Suspense, useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { ConnectWindow } from './connect-window.tsx';
import type { ModelChoosing } from './use-model-choice.ts';
import { ModelMenuButton } from './model-menu-button.tsx';

const loadList = () => import('./model-menu-list.tsx');
const ModelMenuList = lazyPart(async () => (await loadList()).ModelMenuList, { isAskedFor: true });

/** Preloads the menu on hover or focus. */
function loadAhead() {
  // A failed load is repeated when the menu is needed.
  loadList().catch(() => {});
}

/** Shows the current model with the menu of models and its connection window. */
export function ModelMenu({ model }: { model: ModelChoosing }) {
  const [wanted, setWanted] = useState<'by-key' | 'by-pointer' | null>(null);
  const { models, retry } = model;
  if (models === null && retry) {
    return (
      <Button variant="ghost" onClick={retry}>
        Reload models
      </Button>
    );
  }
  if (models === null) return <p className="truncate px-2 text-sm text-muted">Model</p>;
  const button = (
    <ModelMenuButton
      model={model}
      aria-expanded={false}
      onClick={({ detail }) => setWanted(detail === 0 ? 'by-key' : 'by-pointer')}
      onFocus={loadAhead}
      onPointerEnter={loadAhead}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setWanted('by-key');
      }}
    />
  );
  return (
    <>
      {wanted ? (
        <Suspense fallback={button}>
          <ModelMenuList model={model} isByKeyboard={wanted === 'by-key'} />
        </Suspense>
      ) : (
        button
      )}
      <ConnectWindow model={model} />
    </>
  );
}

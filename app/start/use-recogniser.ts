import { useEffect, useState } from 'react';

import type { Recogniser } from '#app/drafts/documents/composer-input.ts';
import { loadPart } from '#app/ui/loading/load-part.ts';

import { loadStartWords } from './use-start-chat.ts';

let loading: ReturnType<typeof loadStartWords> | undefined;

/** Recognises documents; null until it is loaded, which begins when it is first needed. */
export function useRecogniser(isNeeded: boolean): Recogniser | null {
  const [recogniser, setRecogniser] = useState<Recogniser | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    loading ??= loadPart(loadStartWords);
    // A page that is gone by then ignores it.
    void loading.then(({ recognise }) => setRecogniser(() => recognise));
  }, [isNeeded]);
  return recogniser;
}

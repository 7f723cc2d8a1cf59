import { lazy, type ComponentType } from 'react';

import { loadPart } from './load-part.ts';

/**
 * A component that is loaded where it is first shown, inside a `Suspense`; a lost connection delays
 * it and breaks nothing. What somebody asked for (a window, a menu) says that it comes later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isAskedFor = false } = {},
) {
  const onMissed = isAskedFor ? sayItComesLater : undefined;
  return lazy(async () => ({ default: await loadPart(load, onMissed) }));
}

/** Where toasts can be seen their code is there already; elsewhere the shell goes without it. */
function sayItComesLater() {
  const text = navigator.onLine
    ? 'This could not be loaded yet. It opens as soon as it can be.'
    : 'The connection is lost. What you asked for opens when it is back.';
  import('./show-toast.ts').then(
    ({ showToast }) => showToast(text),
    () => undefined,
  );
}

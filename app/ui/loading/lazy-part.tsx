import { lazy, type ComponentType } from 'react';

import { loadPart } from './load-part.ts';

/**
 * A component that is loaded where it is first shown, inside a `Suspense`; a lost connection delays
 * it and breaks nothing. A part that the user asked for (a window, a menu) says that it comes
 * later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isAskedFor = false } = {},
) {
  const onMissed = isAskedFor ? sayItComesLater : undefined;
  return lazy(async () => ({ default: await loadPart(load, onMissed) }));
}

/** Says so where the screen shows toasts; the shell goes without them. */
function sayItComesLater() {
  import('#app/ui/show-toast.ts').then(
    ({ showToast }) => {
      if (!navigator.onLine) {
        return showToast('The connection was lost. What you asked for opens once it is back.');
      }
      // A newer version of the site may have taken its place: only a new page has that.
      const reload = { label: 'Reload', run: () => location.reload() };
      showToast('This could not be loaded yet. It opens as soon as it can be.', reload);
    },
    () => undefined,
  );
}

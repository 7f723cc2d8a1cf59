import { useSyncExternalStore } from 'react';

/** The direction that the page is read in. */
export function readDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}

/** As {@link readDirection}, for a component that has to be told; a page from the server is read from the left. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(watchDirection, readDirection, () => 'ltr');
}

/** A translation by the browser may turn the page. */
function watchDirection(onChange: () => void): () => void {
  const watch = new MutationObserver(onChange);
  watch.observe(document.documentElement, { attributeFilter: ['dir'] });
  return () => watch.disconnect();
}

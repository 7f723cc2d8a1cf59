import { useEffect } from 'react';

/**
 * Gives the page another title than its route did, as long as the component is there. Afterwards the route's title
 * is put back, unless the next route has brought its own: one that has the same title as the last brings none.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    const element = document.querySelector('title');
    let isReplaced = false;
    const watch = new MutationObserver(() => (isReplaced = true));
    if (element) watch.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      isReplaced ||= watch.takeRecords().length > 0;
      watch.disconnect();
      if (!isReplaced) document.title = before;
    };
  }, [title]);
}

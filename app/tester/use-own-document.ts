import { useEffect } from 'react';

/**
 * Loads the document anew where another page of the site has led here: the content policy of a page that is not the
 * client's lets it ask no other servers.
 */
export function useOwnDocument(): void {
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation');
    if (opened && new URL(opened.name).pathname !== location.pathname) location.reload();
  }, []);
}

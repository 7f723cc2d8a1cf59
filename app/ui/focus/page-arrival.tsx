import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { focusArrival } from './focus-arrival.ts';
import { keepFocus } from './keep-focus.ts';

/**
 * Looks after the keyboard focus of every page. On a page that was opened without a load it is put at the
 * beginning, as the browser does after a load, and the title is said; on one that changes it is kept near its place.
 */
export function PageArrival() {
  const { pathname, hash } = useLocation();
  const seen = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => keepFocus(), []);
  useEffect(() => {
    if (pathname === seen.current) return;
    seen.current = pathname;
    setTitle(document.title);
    focusArrival(hash);
  }, [pathname, hash]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

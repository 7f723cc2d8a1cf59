import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

import { Spinner } from '#app/ui/spinner.tsx';

/** Shorter waits show nothing, so that fast pages do not flicker. */
const SHOWN_AFTER_MS = 150;

/** Says "Loading" while the next page is on its way. */
export function PageLoading() {
  const isLoading = useNavigation().state !== 'idle';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLoading]);
  return isShown ? <Spinner /> : null;
}

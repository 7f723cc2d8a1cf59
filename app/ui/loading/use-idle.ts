import { useEffect, useState } from 'react';

import { whenIdle } from './when-idle.ts';

/** Whether the page has been idle once: what is not needed at first may be loaded. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

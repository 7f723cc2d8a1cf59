import { useEffect, useState } from 'react';

import { whenIdle } from './when-idle.ts';

/** Whether the page has been idle once: parts not needed at first may be loaded then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

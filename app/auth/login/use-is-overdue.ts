import { useEffect, useState } from 'react';

/**
 * Whether the screen has been waiting for longer than that, without a break. Waiting that ends makes
 * nothing overdue any more.
 */
export function useIsOverdue(isWaiting: boolean, milliseconds: number): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOverdue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isWaiting, milliseconds]);
  return isWaiting && isOverdue;
}

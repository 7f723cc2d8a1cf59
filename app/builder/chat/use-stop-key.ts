import { useEffect, useEffectEvent } from 'react';

/** Esc stops the turn wherever the focus is, unless something else closes by it. */
export function useStopKey(isOn: boolean, stop: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector('dialog[open], [role=dialog]');
    if (event.key === 'Escape' && !isTaken) stop();
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

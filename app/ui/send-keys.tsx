import { useSyncExternalStore } from 'react';

/** Shows the keys that send, as the device's own keyboard names them; nothing where there is none. */
export function SendKeys() {
  const isApple = useSyncExternalStore(
    () => () => {},
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
  return (
    <kbd aria-hidden className="font-sans text-sm font-normal opacity-80 pointer-coarse:hidden">
      {isApple ? '⌘ ↵' : 'Ctrl ↵'}
    </kbd>
  );
}

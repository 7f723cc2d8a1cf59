import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';

/** Sends a form with Ctrl Enter or ⌘ Enter, wherever in it the focus is. Gives the form's ref. */
export function useSendKey(onSend: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const send = useEffectEvent(onSend);
  useEffect(() => {
    const element = form.current;
    const hear = (event: KeyboardEvent) => {
      const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isSend || event.isComposing) return;
      // Nor does the button that has the focus count as pressed.
      event.preventDefault();
      send();
    };
    element?.addEventListener('keydown', hear);
    return () => element?.removeEventListener('keydown', hear);
  }, []);
  return form;
}

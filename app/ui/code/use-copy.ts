import { useEffect, useState } from 'react';

const SHOWN_MS = 1_600;

/** Copies text and reports for a moment whether that worked. */
export function useCopy(): { state: 'idle' | 'copied' | 'refused'; copy: (text: string) => void } {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return { state, copy };
}

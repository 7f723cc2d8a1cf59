import { useEffect, useEffectEvent, useState } from 'react';

interface Targets {
  onFile: (file: File) => void;
  onText: (text: string) => void;
}

/** Takes a file dropped anywhere on the page, and a paste outside of any field. */
export function useDocumentDrop({ onFile, onText }: Targets): { isOver: boolean } {
  const [isOver, setOver] = useState(false);
  const takeFile = useEffectEvent(onFile);
  const takeText = useEffectEvent(onText);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    document.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        takeFile(file);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        if (event.target instanceof Element && event.target.closest('input, textarea, select'))
          return;
        const file = event.clipboardData?.files[0];
        const text = event.clipboardData?.getData('text/plain');
        if (file) takeFile(file);
        else if (text) takeText(text);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return { isOver };
}

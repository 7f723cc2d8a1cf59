import { useEffect, useEffectEvent, useState } from 'react';

interface Targets {
  onFiles: (files: File[]) => void;
  onText: (text: string) => void;
}

/** Takes files dropped anywhere on the page, and a paste outside of any field. */
export function useDocumentDrop({ onFiles, onText }: Targets): { isOver: boolean } {
  const [isOver, setOver] = useState(false);
  const takeFiles = useEffectEvent(onFiles);
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
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        takeFiles(files);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        if (event.target instanceof Element && event.target.closest('input, textarea, select'))
          return;
        const files = [...(event.clipboardData?.files ?? [])];
        const text = event.clipboardData?.getData('text/plain');
        if (files.length > 0) takeFiles(files);
        else if (text) takeText(text);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return { isOver };
}

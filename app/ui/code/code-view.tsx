import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';

import { loadPart } from '#app/ui/loading/load-part.ts';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { CopyButton } from './copy-button.tsx';

export type CodeLanguage = 'json' | 'typescript' | 'javascript' | 'text';

/** Once for the page, however many views wait for it. */
let viewer: ReturnType<typeof importViewer> | null = null;
const importViewer = () => import('./create-code-viewer.client.ts');

function loadViewer() {
  viewer ??= loadPart(importViewer);
  return viewer;
}

/** Text of more characters is shown plain: colouring it would freeze the page. */
const LONGEST_COLOURED = 600_000;

/** Source to read: plain at first, then with colours, line numbers and search once that is loaded. */
export function CodeView({
  text,
  language,
  label,
  className,
  isFlush = false,
  isWrapped = false,
  line = null,
}: {
  text: string;
  language: CodeLanguage;
  label: string;
  className?: string;
  /** Fills its place, without a frame and a copy button of its own. */
  isFlush?: boolean;
  /** Long lines go on below instead of out of sight. */
  isWrapped?: boolean;
  /** Line to begin with, from 1. */
  line?: number | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const isColoured = language !== 'text' && text.length <= LONGEST_COLOURED;

  useEffect(() => {
    const parent = host.current;
    if (!parent || !isColoured) return;
    let view: { destroy: () => void } | null = null;
    let isGone = false;
    void loadViewer().then(({ createCodeViewer }) => {
      if (isGone) return;
      view = createCodeViewer({ parent, text, language, label, isWrapped, line });
      setReady(true);
    });
    return () => {
      isGone = true;
      view?.destroy();
      setReady(false);
    };
  }, [text, language, label, isColoured, isWrapped, line]);

  return (
    <div
      dir="ltr"
      className={clsx(
        'relative flex min-h-0 flex-col overflow-hidden bg-raised',
        !isFlush && 'min-h-10.5 rounded-panel border pointer-coarse:min-h-13.5',
        className,
      )}
    >
      <div ref={host} className={clsx('min-h-0 grow overflow-hidden', !isReady && 'hidden')} />
      {isReady && isColoured ? null : (
        <ScrollArea label={label} className="min-h-0 grow">
          <pre
            className={clsx(
              'py-2.5 pe-12 ps-3 leading-5',
              isWrapped && 'wrap-anywhere whitespace-pre-wrap',
            )}
          >
            {text}
          </pre>
        </ScrollArea>
      )}
      {isFlush ? null : (
        <CopyButton
          text={text}
          what={label}
          className="absolute top-1 end-3 z-1 bg-raised pointer-coarse:end-1"
        />
      )}
    </div>
  );
}

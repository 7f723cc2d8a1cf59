import { clsx } from 'clsx';
import { Maximize2, Minimize2, Minus, Plus, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';

import { IconButton } from './icon-button.tsx';

/** A titled panel that folds to its bar and grows to the whole window; it closes where it may. */
export function WindowPanel({
  title,
  children,
  onClose,
  className,
}: {
  title: string;
  children: ReactNode;
  onClose?: () => void;
  className?: string;
}) {
  const [size, setSize] = useState<'folded' | 'normal' | 'full'>('normal');
  const id = useId();
  const isFolded = size === 'folded';
  const isFull = size === 'full';
  useEffect(() => {
    if (!isFull) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setSize('normal');
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isFull]);
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'flex min-w-0 flex-col overflow-hidden rounded-panel border bg-paper',
        isFull ? 'fixed inset-2 z-40 shadow-float' : !isFolded && className,
      )}
    >
      <header className="flex min-h-10 shrink-0 items-center gap-1 border-b bg-sunken px-2 last:border-b-0">
        {onClose ? (
          <IconButton label={`Close ${title}`} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          label={isFolded ? `Unfold ${title}` : `Fold ${title}`}
          aria-expanded={!isFolded}
          onClick={() => setSize(isFolded ? 'normal' : 'folded')}
        >
          {isFolded ? <Plus aria-hidden /> : <Minus aria-hidden />}
        </IconButton>
        <IconButton
          label={isFull ? `Restore ${title}` : `Enlarge ${title}`}
          aria-pressed={isFull}
          onClick={() => setSize(isFull ? 'normal' : 'full')}
        >
          {isFull ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </IconButton>
        <h2 id={id} className="min-w-0 truncate ps-1 text-sm font-semibold">
          {title}
        </h2>
      </header>
      {/* Scrolling areas must take focus, or the keyboard cannot reach the rest. */}
      {isFolded ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div tabIndex={0} className="flex min-h-0 grow flex-col overflow-auto -outline-offset-2">
          {children}
        </div>
      )}
    </section>
  );
}

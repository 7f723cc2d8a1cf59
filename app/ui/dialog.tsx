import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

import { DESKTOP } from './desktop-focus.ts';
import { IconButton } from './icon-button.tsx';

interface Props {
  title: string;
  onClose: () => void;
  /** The title is read out, but not shown. */
  isBare?: boolean;
  /** There is something in it to be read. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A window over the page, open as long as it is rendered. The browser keeps the focus inside, closes
 * it by Esc, and gives the focus back to where it was. It begins in the first field, where there is one.
 */
export function Dialog({ title, onClose, isBare = false, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element) focusFirstField(element);
    return () => element?.close();
  }, []);
  return (
    // Esc does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // One that was opened again meanwhile is not closed.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={clsx(
        // Not hidden: that can still be scrolled, by the focus for instance, which moves the title out of sight.
        'm-auto overflow-clip rounded-panel border bg-raised text-start text-ink shadow-float',
        'backdrop:bg-veil',
        isWide
          ? 'mt-[6dvh] w-[min(calc(100vw-24px),44rem)]'
          : 'mt-[12dvh] w-[min(calc(100vw-24px),36rem)]',
      )}
    >
      <div className={clsx('flex flex-col', isWide ? 'max-h-[88dvh]' : 'max-h-[76dvh]')}>
        <div className={clsx('flex items-center gap-3 border-b px-4 py-2', isBare && 'sr-only')}>
          <h2 id={id} className="me-auto text-base">
            {title}
          </h2>
          {isBare ? null : (
            <IconButton label="Close" className="-me-2" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Of a group of radio buttons, the one that is chosen. */
const OTHER_CHOICE =
  ':is(fieldset, [role=radiogroup]):has([type=radio]:checked) [type=radio]:not(:checked)';
const FIELD = [
  `input:not(:disabled, [type=hidden], [type=file], ${OTHER_CHOICE})`,
  'select:not(:disabled)',
  'textarea:not(:disabled)',
].join();

/** Unless its content chose otherwise; a finger would get a keyboard over the window. */
function focusFirstField(dialog: HTMLDialogElement): void {
  const { activeElement } = document;
  const isChosen = activeElement?.matches(FIELD) === true && dialog.contains(activeElement);
  if (isChosen || !matchMedia(DESKTOP).matches) return;
  dialog.querySelector<HTMLElement>(FIELD)?.focus();
}

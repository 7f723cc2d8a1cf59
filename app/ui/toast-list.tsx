import { useEffect } from 'react';
import { Toaster as Sonner, toast as add } from 'sonner';

import type { Toast } from './show-toast.ts';

const CLASS_NAMES = {
  toast:
    'flex w-full items-center gap-3 rounded-panel font-sans border bg-raised px-4 py-3 text-sm text-ink shadow-float',
  title: 'grow wrap-anywhere',
  actionButton:
    'ms-auto shrink-0 rounded-control px-2 py-1 font-medium text-blue hover:bg-hover pointer-coarse:min-h-11',
};

interface ToastListProps {
  /** Toasts to show; each is shown once, by its id. */
  waiting: Toast[];
  onShown: (toasts: Toast[]) => void;
}

/** The toasts on the screen. */
export function ToastList({ waiting, onShown }: ToastListProps) {
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { id, text, action } of waiting) {
      add(text, { id, ...(action && { action: { label: action.label, onClick: action.run } }) });
    }
    onShown(waiting);
  }, [waiting, onShown]);
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{ unstyled: true, classNames: CLASS_NAMES, duration: 6_000 }}
    />
  );
}

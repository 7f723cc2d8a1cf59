import { Toaster as Sonner } from 'sonner';

const CLASS_NAMES = {
  toast:
    'flex w-full items-center gap-3 rounded-panel font-sans border bg-raised px-4 py-3 text-sm text-ink shadow-float',
  title: 'grow wrap-anywhere',
  actionButton:
    'ml-auto shrink-0 rounded-control px-2 py-1 font-medium text-blue hover:bg-hover pointer-coarse:min-h-11',
};

/** Where toasts appear; one a screen, loaded with the screen that needs it. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{ unstyled: true, classNames: CLASS_NAMES, duration: 6_000 }}
    />
  );
}

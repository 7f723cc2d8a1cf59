/** A short note that goes away by itself, with an action at most. */
export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

let shown = 0;
let show: ((toast: Toast) => void) | null = null;

/** Shows a short note on a screen that has a `Toaster`; on any other it is lost. */
export function showToast(text: string, action?: Toast['action']): void {
  shown += 1;
  show?.({ id: shown, text, ...(action && { action }) });
}

/** Hands over each toast from now on, to the last that asked; returns how to end that. */
export function listenForToasts(next: (toast: Toast) => void): () => void {
  show = next;
  return () => {
    if (show === next) show = null;
  };
}

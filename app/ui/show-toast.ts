/** A short note that goes away by itself, with an action at most. */
export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

/** A toast of a screen that is being left waits so long for the next one. */
const PATIENCE_MS = 5_000;

let shown = 0;
let show: ((toast: Toast) => void) | null = null;
let waiting: { toast: Toast; until: number }[] = [];

/** Shows a short note on a screen that has a `Toaster`: this one, or the next if it comes soon. */
export function showToast(text: string, action?: Toast['action']): void {
  shown += 1;
  const toast = { id: shown, text, ...(action && { action }) };
  if (show) show(toast);
  else waiting.push({ toast, until: Date.now() + PATIENCE_MS });
}

/** Shows the first of several notes, and how many more there are; none of none. */
export function showNotes([first, ...more]: readonly string[]): void {
  if (first === undefined) return;
  showToast(more.length === 0 ? first : `${first} And ${more.length} more.`);
}

/** Hands over each toast from now on, to the last that asked; returns how to end that. */
export function listenForToasts(next: (toast: Toast) => void): () => void {
  show = next;
  const kept = waiting.filter(({ until }) => Date.now() < until);
  waiting = [];
  for (const { toast } of kept) next(toast);
  return () => {
    if (show === next) show = null;
  };
}

import { toast } from 'sonner';

/** Shows a short note that goes away by itself, with an action at most. */
export function showToast(text: string, action?: { label: string; run: () => void }): void {
  toast(text, action ? { action: { label: action.label, onClick: action.run } } : {});
}

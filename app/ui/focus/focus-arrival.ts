import { DESKTOP } from '#app/ui/desktop-focus.ts';

/**
 * Moves the focus to the part of the page that the address names, to the field that it begins with, or to the
 * beginning of its content. What has the focus there already keeps it, such as the list that the page was chosen from.
 */
export function focusArrival(hash: string): void {
  const main = document.getElementById('main');
  const { activeElement } = document;
  const isThere = activeElement !== main && main?.contains(activeElement) === true;
  if (isThere) return;
  const named = hash === '' ? null : document.getElementById(decode(hash.slice(1)));
  if (named && named.tabIndex < 0) named.tabIndex = -1;
  const field = matchMedia(DESKTOP).matches ? document.querySelector('[data-first-field]') : null;
  const first = field instanceof HTMLElement ? field : main;
  // React Router decides where the page is scrolled to.
  (named ?? first)?.focus({ preventScroll: true });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

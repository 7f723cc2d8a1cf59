/**
 * Moves the focus to the part of the page that the address names, or to the beginning of its content. What has the
 * focus there already keeps it: a field of the new page, or the list that the page was chosen from.
 */
export function focusArrival(hash: string): void {
  const main = document.getElementById('main');
  const { activeElement } = document;
  const isThere = activeElement !== main && main?.contains(activeElement) === true;
  if (isThere) return;
  const named = hash === '' ? null : document.getElementById(decode(hash.slice(1)));
  if (named && named.tabIndex < 0) named.tabIndex = -1;
  // React Router decides where the page is scrolled to.
  (named ?? main)?.focus({ preventScroll: true });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

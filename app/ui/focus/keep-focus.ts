/** Milliseconds in which a component that takes the place of a focused element may take the focus by itself. */
const SETTLE_MS = 60;

const FOCUSABLE =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/**
 * Keeps the keyboard focus near its place on the whole page: where the focused element goes away (a row that was
 * deleted, a button that did its work) or is disabled (while it does it), the focus comes back to it, or goes to
 * what is beside its place now. Without that it falls to the beginning of the page. Users of a pointer are left
 * alone. Returns how to end it.
 */
export function keepFocus(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let held: Place | null = null;
  let isByKeyboard = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restore = () => {
    if (held === null || document.activeElement !== document.body) return;
    const next = held.element.isConnected ? held.element : findBeside(held);
    // One that is disabled takes no focus, and gets it when it can.
    next?.focus();
    if (document.activeElement !== document.body) return;
    if (!held.element.isConnected) held = null;
  };
  const watch = new MutationObserver(() => {
    if (held === null || document.activeElement !== document.body) return;
    clearTimeout(timer);
    timer = setTimeout(restore, SETTLE_MS);
  });
  const hold = (element: EventTarget | null) => {
    const isHeld = isByKeyboard && element instanceof HTMLElement && element !== document.body;
    held = isHeld ? toPlace(element) : null;
  };
  const onInput = ({ type }: Event) => {
    isByKeyboard = type === 'keydown';
    // A key that comes while a button is disabled does not let it go.
    if (!isByKeyboard || document.activeElement !== document.body) hold(document.activeElement);
  };
  document.addEventListener('focusin', ({ target }) => hold(target), { signal });
  document.addEventListener('keydown', onInput, { signal, capture: true });
  document.addEventListener('pointerdown', onInput, { signal, capture: true });
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  return () => {
    stop.abort();
    clearTimeout(timer);
    watch.disconnect();
  };
}

/** A focused element, and where it was: what it stood in, from the inside to the outside, and at which number. */
interface Place {
  element: HTMLElement;
  around: { box: HTMLElement; at: number }[];
}

function toPlace(element: HTMLElement): Place {
  const around: Place['around'] = [];
  let child = element;
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    around.push({ box, at: Array.prototype.indexOf.call(box.children, child) });
    child = box;
  }
  return { element, around };
}

/** The first that takes focus at or behind the place, in the nearest box that is still there; else before it. */
function findBeside({ around }: Place): HTMLElement | null {
  for (const { box, at } of around) {
    if (!box.isConnected) continue;
    const children = Array.from(box.children);
    const near = [...children.slice(at), ...children.slice(0, at).toReversed()];
    for (const child of near) {
      const found = findFocusable(child);
      if (found) return found;
    }
    if (box.tabIndex >= 0 || box.matches('main')) return box;
  }
  return null;
}

function findFocusable(root: Element): HTMLElement | null {
  const all = [root, ...root.querySelectorAll(FOCUSABLE)];
  const found = all.find(
    (each) => each instanceof HTMLElement && each.matches(FOCUSABLE) && canTakeFocus(each),
  );
  return found instanceof HTMLElement ? found : null;
}

function canTakeFocus(element: HTMLElement): boolean {
  return !element.matches(':disabled') && element.checkVisibility();
}

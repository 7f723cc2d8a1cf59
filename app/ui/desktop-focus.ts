/** A mouse, and so most likely a keyboard: a field with the focus opens no keyboard on the screen. */
export const DESKTOP = '(hover: hover) and (pointer: fine)';

/** Marks the field that has the focus on a desktop before the page has its scripts. */
export const FIRST_FIELD = { 'data-first-field': '' };

/** The document's script that gives it the focus: some type as soon as they see the field. */
export const FOCUS_FIRST_FIELD = `matchMedia(${JSON.stringify(DESKTOP)}).matches&&document.querySelector('[data-first-field]')?.focus({preventScroll:true})`;

import {
  enterAgain,
  isField,
  isText,
  readDefault,
  readField,
  type EarlyField,
} from './early-field.ts';
import { press } from './press.ts';

declare global {
  /** Called once when React has begun to take over the document. */
  var resumeEarlyInput: (() => void) | undefined;
}

/** A click that nobody was there to answer. */
interface EarlyClick {
  target: HTMLElement;
  /** Its text when it was clicked. */
  label: string | null;
  run: () => void;
}

const RETRY_MS = 50;
/** Whoever clicked expects nothing any more after that time. */
const LATEST_MS = 60_000;
/** A button that opens something needs no script for it. */
const BUTTON = 'button:not([popovertarget],[commandfor])';
/** React marks each element that it takes over, some time before the part of the page around it is ready. */
const TAKEN_OVER = '__reactProps$';
/** One that React listens to, and takes over the part of the page for, while nothing else does. */
const PROBE = 'auxclick';

let isResumed = false;
/** Only the last click counts: whoever clicks again wants that. */
let click: EarlyClick | null = null;
const fields = new Map<EarlyField, { entered: string; rendered: string }>();

const listening = new AbortController();
const early = { capture: true, signal: listening.signal };
addEventListener('click', keepClick, early);
addEventListener('submit', keepSubmit, early);
addEventListener('input', keepField, early);
addEventListener('change', keepField, early);
globalThis.resumeEarlyInput = resume;

/** Whether React would not answer: it is not there yet, or the scripts of this part of the page are not. */
function isUnheard(target: EventTarget): boolean {
  if (!isResumed || !Object.keys(target).some((key) => key.startsWith(TAKEN_OVER))) return true;
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  // React stops an event that it cannot answer yet.
  addEventListener(PROBE, hear, { once: true });
  target.dispatchEvent(new Event(PROBE, { bubbles: true }));
  removeEventListener(PROBE, hear);
  return !isHeard;
}

function keepClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(BUTTON) : null;
  if (!event.isTrusted || target === null) return;
  click = isUnheard(target) ? toClick(target, () => press(target)) : null;
  if (isResumed && click) setTimeout(goOn, RETRY_MS);
}

/** A form without an address belongs to the scripts; the browser would load the page anew. */
function keepSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !isUnheard(form)) return;
  if (form.hasAttribute('action') || form.hasAttribute('method')) return;
  event.preventDefault();
  // Its button has been clicked just now, also where somebody pressed Enter.
  if (!event.submitter) click = toClick(form, () => form.requestSubmit());
}

/** A choice that the browser has put back into the page by itself must do nothing. */
function keepField({ isTrusted, target }: Event): void {
  if (!isTrusted || !navigator.userActivation.hasBeenActive || !isField(target)) return;
  if (!isUnheard(target)) return void fields.delete(target);
  noteField(target);
  if (isResumed) setTimeout(goOn, RETRY_MS);
}

function noteField(field: EarlyField): void {
  fields.set(field, { entered: readField(field), rendered: readDefault(field) });
}

function toClick(target: HTMLElement, run: () => void): EarlyClick {
  return { target, label: target.textContent, run };
}

function resume(): void {
  isResumed = true;
  // Texts also where the browser has put them back: what is shown is what counts.
  for (const field of document.querySelectorAll('input,textarea')) {
    if (isText(field) && field.value !== field.defaultValue) noteField(field);
  }
  setTimeout(() => {
    listening.abort();
    fields.clear();
    click = null;
  }, LATEST_MS);
  goOn();
}

/** Hands over what can be answered by now: the fields first, and a click when what they changed is rendered. */
function goOn(): void {
  const heard = [...fields].filter(([field]) => !field.isConnected || !isUnheard(field));
  for (const [field, { entered, rendered }] of heard) {
    fields.delete(field);
    if (field.isConnected) enterAgain(field, entered, rendered);
  }
  if (heard.length > 0) return void setTimeout(goOn);
  if (click && !isUnheard(click.target)) {
    const { target, label, run } = click;
    click = null;
    if (target.isConnected && target.textContent === label) run();
  }
  if (fields.size > 0 || click) setTimeout(goOn, RETRY_MS);
}

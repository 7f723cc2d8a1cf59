/** A field that a form may have. */
export type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CHECKED = new Set(['checkbox', 'radio']);
const CHOICES = new Set([...CHECKED, 'file', 'range', 'color']);

/** React's own note of the value that it knows; an input whose value is the same has not changed for it. */
interface TrackedField {
  _valueTracker?: { setValue(value: string): void } | null;
}

export function isField(target: EventTarget | null): target is EarlyField {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** A field for any text, where entering something does nothing yet. */
export function isText(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !CHOICES.has(target.type);
}

/** The value that somebody entered, or whether the field is checked. */
export function readField(field: EarlyField): string {
  return isChecked(field) ? String(field.checked) : field.value;
}

/** The value that the page came with. */
export function readDefault(field: EarlyField): string {
  if (isChecked(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const chosen = [...field.options].find((option) => option.defaultSelected);
  // Without a chosen one, the browser takes the first.
  return (chosen ?? field.options[0])?.value ?? '';
}

/**
 * Tells React of what somebody entered before React had taken over the field.
 * @param rendered what the page came with; a field with anything else has been written by its own scripts since
 */
export function enterAgain(field: EarlyField, entered: string, rendered: string): void {
  const now = readField(field);
  if (entered === rendered) return;
  if (now !== entered && now !== rendered) return;
  if (isChecked(field)) {
    // The click below turns it; that of one radio button turns off the others.
    if (field.type === 'radio' && entered === 'false') return;
    field.checked = entered === 'false';
    field.click();
    return;
  }
  // A first render may have emptied it. Where nothing is set, the cursor stays.
  if (now !== entered && field.type !== 'file') field.value = entered;
  (field as EarlyField & TrackedField)._valueTracker?.setValue(`${entered}-`);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function isChecked(field: EarlyField): field is HTMLInputElement {
  return CHECKED.has(field.type);
}

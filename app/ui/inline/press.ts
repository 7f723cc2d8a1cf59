const PRIMARY = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1 };
const POINTER = { ...PRIMARY, pointerId: 1, pointerType: 'mouse', isPrimary: true };

/** Presses a button with all that a mouse sends: menus open by the first of it, and tabs by the second. */
export function press(button: HTMLElement): void {
  button.dispatchEvent(new PointerEvent('pointerdown', { ...POINTER, buttons: 1 }));
  button.dispatchEvent(new MouseEvent('mousedown', { ...PRIMARY, buttons: 1 }));
  button.dispatchEvent(new PointerEvent('pointerup', POINTER));
  button.dispatchEvent(new MouseEvent('mouseup', PRIMARY));
  button.click();
}

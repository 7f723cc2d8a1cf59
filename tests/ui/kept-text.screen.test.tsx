import { screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { useKeptText } from '#app/ui/use-kept-text.ts';

/** Types two letters between the first picture of the field and React's effects. */
function Field() {
  const [text, setText] = useKeptText('early');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    queueMicrotask(() => {
      press(field.current!, 'G');
      queueMicrotask(() => press(field.current!, 'o'));
    });
  }, []);
  return <textarea ref={field} value={text} onChange={(event) => setText(event.target.value)} />;
}

/** As a key does it: past what React keeps of the field's value. */
function press(field: HTMLTextAreaElement, key: string) {
  Reflect.set(HTMLTextAreaElement.prototype, 'value', field.value + key, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

test('keys pressed as soon as the field is there are kept', async () => {
  // Effects come as late as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(<Field />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  await waitFor(() => expect(field.value).toBe('Go'));
});

import { Square } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import { Button } from '#app/ui/button.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';

interface Props {
  isBusy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Where the next message is written. Enter sends, Shift Enter breaks the line, Esc stops. */
export function MessageComposer({ isBusy, onSend, onStop }: Props) {
  const [text, setText] = useState('');

  function send() {
    if (isBusy || text.trim() === '') return;
    onSend(text);
    setText('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isBusy) onStop();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      aria-label="Message"
      className="m-3 rounded-panel border border-edge bg-raised has-[textarea:focus-visible]:border-blue"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Message to the builder"
        placeholder="Say what to change, or paste a document or cURL commands"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block h-20 w-full resize-none rounded-panel bg-transparent px-3.5 pt-3 pb-1 outline-none max-md:text-[16px]"
      />
      <div className="flex items-center justify-between gap-2 px-2.5 pb-2.5">
        <p className="text-sm text-muted">Built-in builder</p>
        {isBusy ? (
          <Button variant="secondary" onClick={onStop}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <Button type="submit" variant="primary" disabled={text.trim() === ''}>
            Send
            <SendKeys />
          </Button>
        )}
      </div>
    </form>
  );
}

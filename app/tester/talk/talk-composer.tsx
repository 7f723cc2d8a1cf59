import { ArrowUp, Eraser, Square } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

/** The field of the next message. Enter sends, Shift Enter breaks the line, Esc stops. */
export function TalkComposer({
  isBusy,
  isReady,
  canClear,
  model,
  onSend,
  onStop,
  onClear,
}: {
  isBusy: boolean;
  /** It is known which models there are. */
  isReady: boolean;
  canClear: boolean;
  /** The choice of the model. */
  model: ReactNode;
  onSend: (say: string) => void;
  onStop: () => void;
  onClear: () => void;
}) {
  const [text, setText] = useState('');
  const canSend = isReady && !isBusy && text.trim() !== '';
  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    setText('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isBusy) onStop();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      aria-label="Message"
      className="m-3 max-w-3xl shrink-0 rounded-panel border border-edge bg-raised has-[textarea:focus-visible]:border-blue"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Message to the servers"
        placeholder="Ask for something, or say: call add with 2 and 3"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
        className="block field-sizing-content max-h-60 min-h-14 w-full resize-none rounded-panel bg-transparent px-3.5 pt-3 pb-1 outline-none max-md:text-[16px]"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <div className="min-w-0">{model}</div>
        {canClear ? (
          <IconButton label="New conversation" className="ms-auto" onClick={onClear}>
            <Eraser aria-hidden />
          </IconButton>
        ) : null}
        {isBusy ? (
          <Button className={canClear ? '' : 'ms-auto'} onClick={onStop}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            className={canClear ? '' : 'ms-auto'}
            disabled={!canSend}
          >
            <ArrowUp aria-hidden />
            Send
          </Button>
        )}
      </div>
    </form>
  );
}

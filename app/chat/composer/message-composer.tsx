import { ArrowUp, Square } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent, ReactNode, Ref } from 'react';

import type { Stopping } from '#app/chat/live/live-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { useSendKey } from '#app/ui/use-send-key.ts';

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  onText: (text: string) => void;
  isBusy: boolean;
  onSend: () => void;
  onStop: () => void;
  stopping?: Stopping | null | undefined;
  /** Something besides the text is to be sent. */
  hasMore?: boolean;
  /** The files of the message are being uploaded. */
  isSending?: boolean;
  onCancel?: () => void;
  /** Shown above the text: the attachments. */
  above?: ReactNode;
  /** Shown at the start of the row below: attaching files, and the choice of the model. */
  start: ReactNode;
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
}

/**
 * Where the next message is written. Enter sends, Shift Enter breaks the line, Esc
 * stops; Ctrl Enter sends from its buttons as well.
 */
export function MessageComposer({
  ref,
  text,
  onText,
  isBusy,
  onSend,
  onStop,
  stopping = null,
  hasMore = false,
  isSending = false,
  onCancel,
  above,
  start,
  onPaste,
}: Props) {
  const canSend = !isBusy && !isSending && (hasMore || text.trim() !== '');

  const form = useSendKey(() => {
    if (canSend) onSend();
  });

  function sendByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  return (
    <form
      ref={form}
      aria-label="Message"
      className="m-3 shrink-0 rounded-panel border border-edge bg-raised has-[textarea:focus-visible]:border-blue"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {above}
      <textarea
        ref={ref}
        aria-label="Message to the builder"
        placeholder="Say what to change, or paste a document or cURL commands"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={sendByEnter}
        onPaste={onPaste}
        className="block field-sizing-content max-h-60 min-h-18 w-full resize-none rounded-panel bg-transparent px-3.5 pt-3 pb-1 outline-none max-md:text-[16px]"
      />
      {stopping?.state === 'unheard' ? (
        <p role="alert" className="px-3.5 py-2 text-sm text-fail wrap-anywhere">
          The builder was not stopped and is still running. {stopping.text} Press Stop again.
        </p>
      ) : null}
      <div className="flex items-center gap-2 px-2.5 pb-2.5">
        <div className="me-auto flex min-w-0 items-center gap-1">{start}</div>
        {/* Each is a button of its own: one that a click turned into the next would submit with that click. */}
        {isBusy ? (
          <Button key="stop" variant="secondary" onClick={onStop}>
            <Square aria-hidden className="fill-current" />
            {stopping?.state === 'asked' ? 'Stopping' : 'Stop'}
            <kbd aria-hidden className="font-sans text-muted pointer-coarse:hidden">
              Esc
            </kbd>
          </Button>
        ) : isSending && onCancel ? (
          <Button key="cancel" variant="secondary" onClick={onCancel}>
            Cancel upload
          </Button>
        ) : (
          <Button key="send" type="submit" variant="primary" disabled={!canSend}>
            Send
            <ArrowUp aria-hidden />
          </Button>
        )}
      </div>
    </form>
  );
}

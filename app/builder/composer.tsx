import { clsx } from 'clsx';
import { FileText, Paperclip, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';

import {
  detectInput,
  formatSize,
  LONGEST_SHOWN_TEXT,
  type ComposerInput,
} from './composer-input.ts';

interface Props {
  text: string;
  file: { name: string; body: Blob } | null;
  isOver: boolean;
  canSend: boolean;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  onClearFile: () => void;
  onSend: (input: ComposerInput) => void;
  /** Who answers what is said in words. */
  model?: ReactNode;
}

/** Takes a document, its address or cURL commands: typed, pasted, dropped or picked. */
export function Composer({
  text,
  file,
  isOver,
  canSend,
  onText,
  onFile,
  onClearFile,
  onSend,
  model,
}: Props) {
  const sender = useRef<HTMLButtonElement>(null);
  // The field with the focus is gone once a file stands in its place.
  useEffect(() => {
    if (file) sender.current?.focus();
  }, [file]);
  const input: ComposerInput | null = file ? { kind: 'file', ...file } : detectInput(text);

  function send() {
    if (input && canSend) onSend(input);
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter alone sends an address, which has one line; a document needs it for its own lines.
    const isSend = event.metaKey || event.ctrlKey || (input?.kind === 'url' && !event.shiftKey);
    if (!isSend) return;
    event.preventDefault();
    send();
  }

  function takePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pastedFile = event.clipboardData.files[0];
    const pasted = event.clipboardData.getData('text/plain');
    if (pastedFile) onFile(pastedFile);
    else if (pasted.length > LONGEST_SHOWN_TEXT) onText(pasted);
    else return;
    event.preventDefault();
  }

  return (
    <form
      aria-label="Import a document"
      className={clsx(
        'crop-marks rounded-panel border bg-raised has-[textarea:focus-visible]:border-blue',
        isOver ? 'border-dashed border-blue bg-blue-tint' : 'border-edge',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {file ? (
        <FileChip file={file} onClear={onClearFile} />
      ) : (
        <textarea
          aria-label="API document or its address"
          placeholder="Say what you need, or paste an OpenAPI document, its address, or cURL commands"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendByKey}
          onPaste={takePaste}
          spellCheck={false}
          className={clsx(
            'block h-40 w-full resize-none rounded-panel bg-transparent px-4 pt-3.5 pb-2 outline-none max-md:text-[16px]',
            input !== null && input.kind !== 'words' && 'font-mono text-sm',
          )}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-2.5 pb-2.5">
        <FilePicker onFile={onFile} />
        {model}
        <p className="text-sm text-muted max-sm:hidden">
          {isOver ? 'Drop it here' : 'or drop one anywhere · up to 25 MB'}
        </p>
        <Button
          ref={sender}
          type="submit"
          variant="primary"
          className="ml-auto"
          disabled={!input || !canSend}
        >
          {input?.kind === 'url'
            ? 'Fetch and import'
            : input?.kind === 'words'
              ? 'Build'
              : 'Import'}
          <SendKeys />
        </Button>
      </div>
    </form>
  );
}

function FileChip({ file, onClear }: { file: { name: string; body: Blob }; onClear: () => void }) {
  return (
    <div className="flex h-40 items-center px-4">
      <div className="flex max-w-full items-center gap-3 rounded-panel border bg-paper py-2 pr-2 pl-3">
        <FileText aria-hidden className="size-5 shrink-0 text-blue" />
        <div className="min-w-0">
          <p className="truncate font-medium">{file.name}</p>
          <p className="text-sm text-muted tabular-nums">{formatSize(file.body.size)}</p>
        </div>
        <IconButton label={`Remove ${file.name}`} onClick={onClear}>
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

function FilePicker({ onFile }: { onFile: (file: File) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="ghost" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
        Choose file
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Document"
        accept=".json,.yaml,.yml,.txt,application/json,application/yaml,text/*"
        onChange={(event) => {
          const picked = event.target.files?.[0];
          if (picked) onFile(picked);
          event.target.value = '';
        }}
      />
    </>
  );
}

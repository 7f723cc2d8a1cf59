import { clsx } from 'clsx';
import { Paperclip } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';

import { LONGEST_SHOWN_TEXT, type ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { Button } from '#app/ui/button.tsx';
import { FIRST_FIELD } from '#app/ui/desktop-focus.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';
import { useDesktopFocus } from '#app/ui/use-desktop-focus.ts';
import { useSendKey } from '#app/ui/use-send-key.ts';

const FileChip = lazyPart(async () => (await import('./file-chip.tsx')).FileChip);

interface Props {
  text: string;
  file: { name: string; body: Blob } | null;
  /** Input that would be sent; null if there is none. */
  input: ComposerInput | null;
  isOver: boolean;
  canSend: boolean;
  /** The share of the file that is uploaded; null: none is. */
  share: number | null;
  /** Cancels the upload. */
  onCancel: () => void;
  onText: (text: string) => void;
  onFiles: (files: readonly File[]) => void;
  onClearFile: () => void;
  onSend: (input: ComposerInput) => void;
  /** The choice of the model that answers a prompt. */
  model?: ReactNode;
}

/** The action of the button for each kind of input; at rest it says "Build". */
const ACTIONS: Record<ComposerInput['kind'], string> = {
  url: 'Fetch and import',
  words: 'Build',
  text: 'Import',
  file: 'Import',
  template: 'Import',
};

/** The words of the field. */
const ALONE = {
  'aria-label': 'API document or its address',
  placeholder:
    'Say what you need, or paste an OpenAPI document, a Postman collection, the address of one, or cURL commands',
};
const WITH_FILE = {
  'aria-label': 'What to do with the document',
  placeholder: 'Say what to do with it, or import all of it',
};

/** Takes a document, its address or cURL commands: typed, pasted, dropped or picked. */
export function Composer({
  text,
  file,
  input,
  isOver,
  canSend,
  share,
  onCancel,
  onText,
  onFiles,
  onClearFile,
  onSend,
  model,
}: Props) {
  const sender = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // The field with the focus is gone once a file takes its place.
  useEffect(() => {
    if (file) sender.current?.focus();
  }, [file]);
  useDesktopFocus(field);

  function send() {
    if (input && canSend && share === null) onSend(input);
  }

  const form = useSendKey(send);

  /** Enter alone sends an address, which has one line; a document needs it for its own lines. */
  function sendAddress(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isEnter || event.defaultPrevented || input?.kind !== 'url') return;
    event.preventDefault();
    send();
  }

  return (
    <form
      ref={form}
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
        <Suspense fallback={<div className="h-20" />}>
          <FileChip file={file} share={share} onClear={onClearFile} />
        </Suspense>
      ) : null}
      <textarea
        {...FIRST_FIELD}
        ref={field}
        dir="auto"
        {...(file ? WITH_FILE : ALONE)}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={sendAddress}
        onPaste={(event) => takePaste(event, onFiles, onText)}
        spellCheck={false}
        className={clsx(
          'block w-full resize-none rounded-panel bg-transparent px-4 pt-3.5 pb-2 outline-none max-md:text-[16px]',
          file ? 'h-20 lg:h-40' : 'h-40 lg:h-60',
          !file && input !== null && input.kind !== 'words' && 'font-mono text-sm',
        )}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-2.5 pb-2.5">
        <FilePicker onFiles={onFiles} />
        {model}
        <p className="text-sm text-muted max-sm:hidden">
          {isOver ? 'Drop it here' : 'or drop one here'}
        </p>
        {share === null ? (
          <Button
            ref={sender}
            type="submit"
            variant="primary"
            className="ms-auto"
            disabled={!input || !canSend}
          >
            {input === null ? 'Build' : ACTIONS[input.kind]}
            <SendKeys />
          </Button>
        ) : (
          <CancelButton onCancel={onCancel} />
        )}
      </div>
    </form>
  );
}

/** Files and texts that are too long to be shown become a file; the browser inserts anything else. */
function takePaste(
  event: ClipboardEvent<HTMLTextAreaElement>,
  onFiles: Props['onFiles'],
  onText: Props['onText'],
) {
  const files = [...event.clipboardData.files];
  const pasted = event.clipboardData.getData('text/plain');
  if (files.length > 0) onFiles(files);
  else if (pasted.length > LONGEST_SHOWN_TEXT) onText(pasted);
  else return;
  event.preventDefault();
}

function CancelButton({ onCancel }: Pick<Props, 'onCancel'>) {
  return (
    <Button className="ms-auto" onClick={onCancel}>
      Cancel upload
    </Button>
  );
}

function FilePicker({ onFiles }: { onFiles: Props['onFiles'] }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="ghost" onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
        <span className="max-sm:sr-only">Choose file</span>
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Document"
        accept=".json,.yaml,.yml,.txt,application/json,application/yaml,text/*"
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])];
          if (picked.length > 0) onFiles(picked);
          event.target.value = '';
        }}
      />
    </>
  );
}

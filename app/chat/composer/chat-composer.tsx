import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, Dispatch, ReactNode, Ref, SetStateAction } from 'react';

import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { AttachmentList } from '#app/chat/messages/attachment-list.tsx';
import { nameText } from '#app/drafts/documents/composer-input.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { useDocumentDrop } from '#app/ui/use-document-drop.ts';

import { addFiles, describeRefusal, toFilePart, type Attachment } from './attachments.ts';
import { MessageComposer } from './message-composer.tsx';

/** Longer texts that are pasted are attached as documents: nobody reads them in the field. */
const LONGEST_PASTED = 4_000;

const UNREADABLE =
  'A file could not be read. It may have been moved or changed: remove it and attach it again.';
const AT_WORK = 'The builder is still working. Nothing was sent.';

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  chat: BuilderChat;
  text: string;
  onText: (text: string) => void;
  files: readonly Attachment[];
  onFiles: Dispatch<SetStateAction<Attachment[]>>;
  /** The most bytes that the files of a message may have together. */
  attachedBytes: number;
  /** The model that answers takes images. */
  takesImages: boolean;
  /** The choice of the model that answers. */
  model: ReactNode;
}

/** The composer of a chat: text, and documents that are dropped, picked or pasted. */
export function ChatComposer({
  ref,
  chat,
  text,
  onText,
  files,
  onFiles,
  attachedBytes,
  takesImages,
  model,
}: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(more: readonly { name: string; body: Blob }[]) {
    const limits = { bytes: attachedBytes, takesImages };
    const added = addFiles(files, more, limits);
    setRefusal(added.ok ? null : describeRefusal(added, limits));
    if (added.ok) onFiles(added.value);
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    const words = event.clipboardData.getData('text/plain');
    if (pasted.length > 0) take(pasted.map((file) => ({ name: file.name, body: file })));
    else if (words.length > LONGEST_PASTED)
      take([{ name: nameText(words), body: new Blob([words], { type: 'text/plain' }) }]);
    else return;
    event.preventDefault();
  }

  const { isSending, send } = useSending({ chat, text, onText, files, onFiles, setRefusal });
  const { isOver } = useDocumentDrop({
    onFiles: (dropped) => take(dropped.map((file) => ({ name: file.name, body: file }))),
    onText: (words) => onText(text === '' ? words : `${text}\n${words}`),
  });

  return (
    <MessageComposer
      ref={ref}
      text={text}
      onText={onText}
      isBusy={chat.isBusy}
      hasMore={files.length > 0}
      isSending={isSending}
      onSend={() => void send()}
      onStop={chat.stop}
      stopping={chat.stopping}
      onPaste={onPaste}
      above={
        <>
          {isOver ? (
            <p className="px-3.5 pt-3 text-sm text-blue">Drop it here to attach it</p>
          ) : null}
          {refusal ? (
            <p role="alert" className="px-3.5 pt-3 text-sm text-warn wrap-anywhere">
              {refusal}
            </p>
          ) : null}
          <AttachmentList
            className="px-3 pt-3"
            files={files.map(({ id, name, body }) => ({ id, name, size: body.size }))}
            onRemove={(id) => onFiles(files.filter((file) => file.id !== id))}
          />
        </>
      }
      start={
        <>
          <FilePicker onFiles={(picked) => take(picked)} />
          {model}
        </>
      }
    />
  );
}

/** Reads the files and sends them with the text; anything added in the meantime stays. */
function useSending(
  given: Pick<Props, 'chat' | 'text' | 'onText' | 'files' | 'onFiles'> & {
    setRefusal: (refusal: string | null) => void;
  },
) {
  const [isSending, setSending] = useState(false);
  const isReading = useRef(false);
  // Reading takes a while: the text and the state at its end count.
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });

  async function send() {
    if (isReading.current) return;
    isReading.current = true;
    const { text, files, onFiles, setRefusal } = given;
    setRefusal(null);
    setSending(true);
    const parts = await Promise.all(files.map(toFilePart)).catch(() => null);
    setSending(false);
    isReading.current = false;
    if (parts === null) return setRefusal(UNREADABLE);
    const now = latest.current;
    if (!now.chat.send(text, parts)) return setRefusal(AT_WORK);
    now.onText(now.text.startsWith(text) ? now.text.slice(text.length).trimStart() : now.text);
    onFiles((known) => known.filter(({ id }) => !files.some((file) => file.id === id)));
  }

  return { isSending, send };
}

function FilePicker({ onFiles }: { onFiles: (files: { name: string; body: Blob }[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Attach files"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onFiles(
            [...(currentTarget.files ?? [])].map((file) => ({ name: file.name, body: file })),
          );
          // The same file can be picked again.
          currentTarget.value = '';
        }}
      />
      <IconButton label="Attach a document" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
    </>
  );
}

import { Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, Dispatch, ReactNode, Ref, SetStateAction } from 'react';
import { useNavigate } from 'react-router';

import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { AttachmentList } from '#app/chat/messages/attachment-list.tsx';
import { nameText } from '#app/drafts/documents/composer-input.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { useDocumentDrop } from '#app/ui/use-document-drop.ts';

import { addFiles, describeRefusal, type Attachment } from './attachments.ts';
import { MessageComposer } from './message-composer.tsx';
import { useSending } from './use-sending.ts';

/** Longer texts that are pasted are attached as documents: nobody reads them in the field. */
const LONGEST_PASTED = 4_000;

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  /** Id of the chat. */
  id: string;
  chat: BuilderChat;
  text: string;
  onText: (text: string) => void;
  files: readonly Attachment[];
  onFiles: Dispatch<SetStateAction<Attachment[]>>;
  /** The model that answers takes images. */
  takesImages: boolean;
  /** The choice of the model that answers. */
  model: ReactNode;
}

/**
 * The composer of a chat: text, and documents that are dropped, picked or pasted. An address of a repository alone leads
 * to the page of its servers, as on the start page.
 */
export function ChatComposer({
  ref,
  id,
  chat,
  text,
  onText,
  files,
  onFiles,
  takesImages,
  model,
}: Props) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);

  function take(more: readonly { name: string; body: Blob }[]) {
    const added = addFiles(files, more, { takesImages });
    setRefusal(added.ok ? null : describeRefusal(added));
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

  const { progress, send, cancel } = useSending({
    id,
    chat,
    text,
    onText,
    files,
    onFiles,
    setRefusal,
  });
  async function submit() {
    const page =
      files.length === 0 && text.includes('github.com') ? await toImportPage(text) : null;
    if (page === null) return send();
    onText('');
    return navigate(page);
  }

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
      isSending={progress !== null}
      onCancel={cancel}
      onSend={() => void submit()}
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
            files={files.map((file) => ({ ...file, share: progress?.[file.id] }))}
            {...(progress === null
              ? { onRemove: (gone: string) => onFiles(files.filter((file) => file.id !== gone)) }
              : {})}
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

async function toImportPage(text: string): Promise<string | null> {
  const { toRepositoryImport } = await import('#app/drafts/documents/to-repository-import.ts');
  return toRepositoryImport(text);
}

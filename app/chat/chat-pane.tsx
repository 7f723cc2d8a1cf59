import { Suspense, useImperativeHandle, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';

import { toFailureText } from '#app/api-client/failure-text.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { ModelMenu } from '#app/builder/connect/model-menu.tsx';
import { readStartChoice } from '#app/builder/connect/start-choice.ts';
import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { useKeptFocus } from '#app/ui/focus/use-kept-focus.ts';
import { useKeptText } from '#app/ui/use-kept-text.ts';

import { toAttachment, type Attachment } from './composer/attachments.ts';
import { BudgetNote } from './composer/budget-note.tsx';
import { chatTextKey } from './composer/chat-text-key.ts';
import { ChatComposer } from './composer/chat-composer.tsx';
import { requestFork } from './chat-client.ts';
import type { LoadedChat } from './chat-view.ts';
import { filesOf, textOf } from './chat-parts.ts';
import { ChatExamples } from './composer/chat-examples.tsx';
import { MessageList } from './messages/message-list.tsx';
import { ModelContext } from './messages/model-context.ts';
import { TurnNews } from './messages/turn-news.tsx';
import { useBuilderChat, type BuilderChat } from './live/use-builder-chat.ts';
import { useStopKey } from './composer/use-stop-key.ts';

const OfferedList = lazyPart(async () => (await import('./secrets/offered-list.tsx')).OfferedList);

/** The draft beside its chat. */
interface ChatDraft {
  draft: Pick<DraftView, 'id' | 'mayEdit' | 'secrets'>;
  /** Null until it is loaded. */
  blueprint: Blueprint | null;
  reload: () => Promise<void>;
}

interface Props {
  screen: ChatDraft;
  initial: LoadedChat;
  onTitle: (title: string) => void;
  onOpenReport: () => void;
  onOpenPoint: (point: number) => void;
  /** Holds the conversation for the rest of the screen. */
  hold: RefObject<BuilderChat | null>;
}

/** The conversation of a draft: messages above, the composer below. */
export function ChatPane({ screen, initial, onTitle, onOpenReport, onOpenPoint, hold }: Props) {
  const { id, mayEdit } = screen.draft;
  const [text, setText] = useKeptText(chatTextKey(id));
  const [files, setFiles] = useState<Attachment[]>([]);
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fork = useFork(id);
  const isNew = initial.messages.length === 0;
  const [first] = useState(() => initial.model ?? (isNew ? readStartChoice() : null));
  const model = useModelChoice(first);
  const running = useBuilderChat({
    id,
    initial,
    mayEdit,
    askModel: model.ask,
    onDraft: () => void screen.reload(),
    onTitle,
    onReturned: (messages) => {
      // Text written in the meantime is kept, after the returned ones.
      const texts = [...messages.map(textOf), text];
      setText(texts.filter((part) => part.trim() !== '').join('\n\n'));
      const returned = messages.flatMap(filesOf).map(toAttachment);
      setFiles((known) => [...returned, ...known]);
      field.current?.focus();
    },
  });
  const chat: BuilderChat = { ...running, fork: (message) => void fork(message.id) };
  useKeptFocus(root, () => field.current ?? root.current?.querySelector('section'));
  useStopKey(chat.isBusy && mayEdit, chat.stop);
  useImperativeHandle(hold, () => ({ ...chat, focus: () => field.current?.focus() }));

  return (
    <section ref={root} aria-label="Chat" className="flex min-h-0 grow flex-col">
      <ModelContext value={mayEdit ? model : null}>
        <MessageList
          chat={chat}
          mayEdit={mayEdit}
          onOpenReport={onOpenReport}
          {...(mayEdit ? { onOpenPoint } : {})}
          empty={<ChatExamples blueprint={screen.blueprint} onPick={chat.send} />}
        />
      </ModelContext>
      <TurnNews chat={chat} />
      <Suspense>
        <OfferedList draft={screen.draft} onSet={screen.reload} className="mx-3 mt-3" />
      </Suspense>
      {mayEdit ? (
        <ChatComposer
          ref={field}
          id={id}
          chat={chat}
          text={text}
          onText={setText}
          files={files}
          onFiles={setFiles}
          takesImages={model.takesImages}
          model={<ModelMenu model={model} />}
        />
      ) : null}
      {mayEdit && chat.budget ? <BudgetNote budget={chat.budget} /> : null}
    </section>
  );
}

/** Makes a chat of one's own out of this one, and goes there. */
function useFork(id: string) {
  const navigate = useNavigate();
  return async (message: string) => {
    const forked = await requestFork(id, message);
    if (!forked.ok) return showToast(toFailureText(forked, 'change').detail);
    await navigate(`/chat/${forked.value.id}`);
    showToast('This is your own copy');
  };
}

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';

import type { ListedChat } from '#app/chat/list/chat-page.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import { ChatFacts } from './chat-facts.tsx';

interface Props {
  chat: ListedChat;
  onRename: (title: string) => Promise<void>;
  onDelete: () => void;
}

/** One chat of the list. */
export function ChatRow({ chat, onRename, onDelete }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <TitleForm
        title={chat.title}
        onCancel={() => setRenaming(false)}
        onSave={async (title) => {
          await onRename(title);
          setRenaming(false);
        }}
      />
    );
  }
  return (
    <div className="flex items-center gap-2 py-2.5">
      <div className="me-auto min-w-0">
        <Link to={`/chat/${chat.id}`} className="block truncate font-medium hover:underline">
          <bdi>{chat.title}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted tabular-nums">
          <span>
            <ChatFacts chat={chat} />
          </span>
          {chat.verdict === null ? null : <VerdictBadge verdict={chat.verdict} />}
          {chat.visibility === 'private' ? null : <Badge>{chat.visibility}</Badge>}
        </p>
      </div>
      <IconButton label={`Rename ${chat.title}`} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${chat.title}`} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

function TitleForm({
  title,
  onSave,
  onCancel,
}: {
  title: string;
  onSave: (title: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [next, setNext] = useState(title);
  const [isSaving, setSaving] = useState(false);
  const canSave = next.trim() !== '' && !isSaving;

  function cancelByKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form
      aria-label={`Rename ${title}`}
      className="flex flex-wrap items-center gap-2 py-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canSave) return;
        setSaving(true);
        void onSave(next.trim()).finally(() => setSaving(false));
      }}
    >
      <Input
        aria-label="Title"
        autoFocus
        maxLength={120}
        className="min-w-40 grow basis-60 max-md:text-[16px]"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        onKeyDown={cancelByKey}
      />
      <Button type="submit" variant="primary" disabled={!canSave}>
        Save
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

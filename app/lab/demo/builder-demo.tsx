import { useRef, useState } from 'react';
import { Link } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { ModelMenu } from '#app/builder/connect/model-menu.tsx';
import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import { textOf } from '#app/chat/chat-parts.ts';
import { beginChat } from '#app/chat/composer/begin-chat.ts';
import { useBuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { useKeptText } from '#app/ui/use-kept-text.ts';

import { DemoChat, type ShownParts } from './demo-chat.tsx';
import { DemoExamples } from './demo-examples.tsx';

const EXAMPLES = [
  'Add a tool that gets https://api.example.com/users/{id} and returns name and email',
  'curl https://api.example.com/orders/7 -H "Accept: application/json"',
  'What can you do?',
] as const;

/** The builder's own chat without the server beside it; its server is kept like any other. */
export function BuilderDemo({ shows, name }: { shows: ShownParts; name: string }) {
  const [id, setId] = useState<string | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  const isBeginning = useRef(false);
  async function begin(text: string) {
    if (isBeginning.current) return;
    isBeginning.current = true;
    setFailure(null);
    const begun = await beginChat(text);
    isBeginning.current = false;
    if (!begun.ok) return setFailure(begun);
    setId(begun.value.id);
  }

  return (
    <div className="mx-auto flex min-h-0 w-full max-w-3xl grow flex-col">
      {id === null ? (
        <div className="space-y-4 overflow-y-auto px-4 py-4">
          <p className="text-muted">Start with one of these to build a server:</p>
          <DemoExamples examples={EXAMPLES} onPick={(text) => void begin(text)} />
          {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        </div>
      ) : (
        <Running key={id} id={id} shows={shows} name={name} />
      )}
    </div>
  );
}

function Running({ id, shows, name }: { id: string; shows: ShownParts; name: string }) {
  const [text, setText] = useKeptText(name);
  const model = useModelChoice(null);
  const chat = useBuilderChat({
    id,
    mayEdit: true,
    askModel: model.ask,
    initial: { messages: [], branches: {}, isRunning: false },
    onDraft: () => undefined,
    onReturned: (messages) =>
      setText([...messages.map(textOf), text].filter((part) => part.trim() !== '').join('\n\n')),
  });
  return (
    <>
      <p className="border-b px-4 py-2 text-sm">
        <Link to={`/chat/${id}`} className="text-blue hover:underline">
          Open the server of this chat
        </Link>
      </p>
      <DemoChat
        chat={chat}
        name={name}
        shows={shows}
        examples={EXAMPLES}
        by={<ModelMenu model={model} />}
      />
    </>
  );
}

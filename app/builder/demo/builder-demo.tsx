import { useState } from 'react';
import { Link } from 'react-router';

import type { RequestFailure } from '#app/builder/api-request.ts';
import { keepFirstMessage } from '#app/builder/chat/first-message.ts';
import { useBuilderChat } from '#app/builder/chat/use-builder-chat.ts';
import { createChat } from '#app/builder/draft-client.ts';
import { FailureNote } from '#app/builder/failure-note.tsx';

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

  async function begin(text: string) {
    setFailure(null);
    const created = await createChat();
    if (!created.ok) return setFailure(created);
    keepFirstMessage(created.value.id, text);
    setId(created.value.id);
  }

  return (
    <div className="mx-auto flex min-h-0 w-full max-w-3xl grow flex-col">
      {id === null ? (
        <div className="space-y-4 overflow-y-auto px-4 py-4">
          <p className="text-muted">Begin with one of these; a server comes into being:</p>
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
  const chat = useBuilderChat({
    id,
    initial: { messages: [], branches: {}, isRunning: false },
    onDraft: () => undefined,
    onReturned: () => undefined,
  });
  return (
    <>
      <p className="border-b px-4 py-2 text-sm">
        <Link to={`/chat/${id}`} className="text-blue hover:underline">
          Open the server of this chat
        </Link>
      </p>
      <DemoChat chat={chat} name={name} shows={shows} examples={EXAMPLES} by="Built-in builder" />
    </>
  );
}

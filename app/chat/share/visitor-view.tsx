import { useState } from 'react';

import { filesOf, verdictBefore } from '#app/chat/chat-parts.ts';
import { readOnlyChat } from '#app/chat/live/read-only-chat.ts';
import { MessageView } from '#app/chat/messages/message-view.tsx';
import type { DraftView } from '#app/drafts/draft.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { ScrollArea } from '#app/ui/scroll-area.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import type { SharePreview } from './share-client.ts';

type Shown = 'conversation' | 'server';

/** A chat as others read it, before they do. */
export function VisitorView({ preview }: { preview: SharePreview }) {
  const [shown, setShown] = useState<Shown>('conversation');
  const { messages, draft } = preview;
  const { tools } = draft.blueprint;
  return (
    <section aria-label="What others see">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="me-auto text-sm font-medium">What others see</h3>
        <Segmented<Shown>
          label="Part"
          value={shown}
          options={[
            { value: 'conversation', label: count(messages.length, 'message') },
            { value: 'server', label: count(tools.length, 'tool') },
          ]}
          onChange={setShown}
        />
      </div>
      <ScrollArea
        // A part is read from its beginning.
        key={shown}
        label={shown === 'conversation' ? 'Shown conversation' : 'Shown server'}
        className="mt-2 max-h-[36dvh] min-h-24 rounded-panel border bg-paper"
      >
        {shown === 'server' ? (
          <Server draft={draft} />
        ) : (
          <Conversation id={preview.id} messages={messages} />
        )}
      </ScrollArea>
      <LeftOut hasFiles={messages.some((message) => filesOf(message).length > 0)} />
    </section>
  );
}

function Conversation({ id, messages }: Pick<SharePreview, 'id' | 'messages'>) {
  if (messages.length === 0) return <p className="p-4 text-muted">No messages yet.</p>;
  const chat = { ...readOnlyChat(messages), id };
  return (
    <div className="space-y-3 p-4">
      {messages.map((message, index) => (
        <MessageView
          key={message.id}
          message={message}
          chat={chat}
          isOpen={false}
          isOver
          verdictBefore={verdictBefore(messages, index)}
          mayEdit={false}
        />
      ))}
    </div>
  );
}

/** A large server comes as a summary, without these. */
const NONE = { resources: [], prompts: [] };

function Server({ draft }: { draft: DraftView }) {
  const { identity, tools, upstreams, secrets } = draft.blueprint;
  const { resources, prompts } = 'isSummary' in draft.blueprint ? NONE : draft.blueprint;
  return (
    <div className="space-y-3 p-4">
      <div>
        <p className="font-medium wrap-anywhere">{identity.title ?? identity.name}</p>
        {identity.description ? (
          <p className="text-sm wrap-anywhere text-muted">{identity.description}</p>
        ) : null}
        {identity.instructions ? (
          <p className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">
            Instructions for models: {identity.instructions}
          </p>
        ) : null}
      </div>
      {tools.length === 0 ? <p className="text-muted">No tools yet.</p> : null}
      <ul aria-label="Shown tools" className="divide-y border-y empty:hidden">
        {tools.map((tool) => (
          <li key={tool.name} className="py-2 text-sm">
            <code className="font-semibold wrap-anywhere">{tool.name}</code>
            {tool.title ? <span className="wrap-anywhere"> · {tool.title}</span> : null}
            {'description' in tool ? (
              <p className="wrap-anywhere text-muted">{tool.description}</p>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="text-sm wrap-anywhere text-muted">
        {upstreams.length > 0
          ? `It calls ${upstreams.map(({ baseUrl }) => baseUrl).join(', ')}. `
          : ''}
        {secrets.length > 0
          ? `Its secrets (names only): ${secrets.map(({ name }) => name).join(', ')}. `
          : ''}
        {resources.length > 0
          ? `Its resources: ${resources.map(({ uri }) => uri).join(', ')}. `
          : ''}
        {prompts.length > 0 ? `Its prompts: ${prompts.map(({ name }) => name).join(', ')}. ` : ''}
        Its arguments, code, files, report and endpoint are visible too.
      </p>
    </div>
  );
}

function LeftOut({ hasFiles }: { hasFiles: boolean }) {
  return (
    <p className="mt-2 text-sm text-muted">
      {hasFiles ? 'Attached files can be read by anyone who can read the conversation. ' : ''}
      Not shared: secret values, your environment, your email address, text that you have not sent,
      answers on other branches, and the history of the server. A public chat names the author that
      you choose.
    </p>
  );
}

function count(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`;
}

import { clsx } from 'clsx';

import { readServer } from '#app/lab/mock-chat/read-conversation.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { DemoChat } from './demo-chat.tsx';
import { MOCK_ENDPOINT, MOCK_EXAMPLES } from './mock-examples.ts';
import { useStatelessChat } from './use-stateless-chat.ts';

/**
 * The builder over the scripted endpoint: the server built so far is shown beside the conversation.
 */
export function MockBuilder() {
  const chat = useStatelessChat(MOCK_ENDPOINT);
  const { title, tools } = readServer(chat.messages);
  return (
    <div className="flex min-h-0 grow flex-col md:flex-row">
      <div className="flex min-h-0 grow flex-col md:max-w-120 md:basis-1/2 md:border-r">
        <DemoChat
          chat={chat}
          name="mock"
          shows="all"
          examples={MOCK_EXAMPLES}
          by="Scripted answers"
        />
      </div>
      <section
        aria-label="Server"
        className={clsx(
          'min-w-0 grow overflow-y-auto max-md:max-h-60 max-md:border-t',
          tools.length === 0 && 'max-md:hidden',
        )}
      >
        {tools.length === 0 ? (
          <EmptyState title="No tools yet">
            The server that the conversation builds appears here. It lasts as long as this page is
            open.
          </EmptyState>
        ) : (
          <>
            <h2 className="px-4 pt-4 font-semibold sm:px-6">{title ?? 'Server'}</h2>
            <ul aria-label="Tools" className="mt-2 divide-y border-y">
              {tools.map(({ name, method, url }) => (
                <li
                  key={name}
                  className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 sm:px-6"
                >
                  <code className="font-semibold">{name}</code>
                  <code className="text-sm wrap-anywhere text-muted">
                    {method} {url}
                  </code>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}

import { Suspense, useState } from 'react';

import { RecentChats } from '#app/chat/list/recent-chats.tsx';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const ChatsWindow = lazyPart(
  async () => (await import('#app/chat/list/chats-window.tsx')).ChatsWindow,
  { isAskedFor: true },
);

/** The builder's sidebar with its two places: beside the page, from 1024 px on, and in a window. */
export function SidebarBench() {
  const [isOpen, setOpen] = useState(true);
  const [isWindow, setWindow] = useState(false);
  return (
    <div className="flex h-96 rounded-panel border">
      {isOpen ? <RecentChats id="" version="" isBeside /> : null}
      <div className="flex min-w-0 grow flex-wrap content-start gap-2 p-4">
        <Button
          aria-expanded={isOpen}
          className="max-lg:hidden"
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          {isOpen ? 'Hide the sidebar' : 'Show the sidebar'}
        </Button>
        <Button onClick={() => setWindow(true)}>Open it in a window</Button>
      </div>
      {isWindow ? (
        <Suspense>
          <ChatsWindow id="" onClose={() => setWindow(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

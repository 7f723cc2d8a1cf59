import { clsx } from 'clsx';
import { Suspense, useRef, useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { LoadedChat } from '#app/chat/chat-view.ts';
import { RecentChats } from '#app/chat/list/recent-chats.tsx';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import { useSharing } from '#app/chat/share/use-sharing.tsx';
import type { DraftView } from '#app/drafts/draft.ts';
import { openPalette } from '#app/palette/palette-store.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import { ScreenCommands } from './palette/screen-commands.tsx';
import { moreCommands } from './palette/more-commands.ts';
import { useChatsList } from './use-chats-list.tsx';
import { useImportAgain } from './import/use-import-again.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerPane, TABS } from './server-pane.tsx';
import { ServerTitle } from './server-title.tsx';
import { SetupPane } from './connect/setup-pane.tsx';
import { useDraft, type DraftScreen } from './use-draft.ts';
import { useReport } from './report/use-report.ts';
import { useServerNames } from './use-server-names.ts';
import { useScreenAddress, type ScreenTab } from './use-screen-address.ts';
import { useTrials } from './trials/use-trials.ts';
import { SideButtons, Workbench, type WorkbenchPlace } from './workbench.tsx';

const ChatPane = lazyPart(async () => (await import('#app/chat/chat-pane.tsx')).ChatPane);

interface Props {
  initial: DraftView;
  chat: LoadedChat;
  layout: { chatWidth: number; hasChats: boolean };
}

/**
 * The workbench of one server: the conversation on one side, the parts of the server on the other.
 */
export function ServerScreen({ initial, chat, layout }: Props) {
  const screen = useDraft(initial);
  const address = useScreenAddress(firstTab(initial));
  const trials = useTrials();
  const report = useReport(screen.draft);
  const [natural] = useState(() => firstPlace(initial, chat));
  // An address that names a part of the server means it, also where only one of both has room.
  const [place, setPlace] = useState<WorkbenchPlace>(address.isAsked ? 'server' : natural);
  const chatOnScreen = useRef<BuilderChat | null>(null);
  const sharing = useSharing(screen.draft, screen.setVisibility);
  const importing = useImportAgain(screen);
  const chats = useChatsList(initial.id, layout.hasChats);
  const { title, setTitle, names } = useServerNames(chat.title ?? null, screen);
  const listed = { id: initial.id, title, version: String(screen.draft.revision) };
  const show = (part: Parameters<typeof address.go>[0]) => {
    setPlace('server');
    address.go(part);
  };
  const openReport = () => show({ tab: 'report' });
  const hasChat = initial.mayEdit || chat.messages.length > 0;
  const tabs = listTabs(initial);
  const actions = (className: string) => (
    <ServerActions
      screen={screen}
      report={report}
      onOpenReport={openReport}
      onCommands={openPalette}
      onShare={initial.mayEdit ? sharing.open : undefined}
      className={className}
    />
  );
  return (
    <div
      className={clsx(
        'flex grow flex-col md:h-[calc(100dvh-49px-var(--foot,0px))] md:grow-0',
        // The composer stays at the bottom.
        place === 'chat' && 'max-md:h-[calc(100dvh-49px-var(--foot,0px))] max-md:grow-0',
      )}
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-b px-4 md:hidden">
        <ServerTitle screen={screen} names={names} chats={chats} />
        {actions('-mr-2')}
      </div>
      <ScreenFailure screen={screen} />
      <div className="flex min-h-0 grow">
        {chats.isOpen ? <RecentChats {...listed} isBeside /> : null}
        <Workbench
          place={place}
          onPlace={setPlace}
          chatWidth={layout.chatWidth}
          startsWithChat={natural === 'chat'}
          title={<ServerTitle screen={screen} names={names} chats={chats} />}
          chat={
            hasChat ? (
              <Suspense fallback={<Spinner className="p-6" />}>
                <ChatPane
                  screen={screen}
                  initial={chat}
                  onTitle={setTitle}
                  onOpenReport={openReport}
                  onOpenPoint={(point) => show({ tab: 'history', point: String(point) })}
                  hold={chatOnScreen}
                />
              </Suspense>
            ) : null
          }
          setup={<SetupPane screen={screen} onImport={importing.open} />}
          server={
            <ServerPane
              tabs={tabs}
              isAway={place !== 'server'}
              onTab={() => setPlace('server')}
              start={<SideButtons place={place} hasChat={hasChat} onPlace={setPlace} />}
              end={actions('max-md:hidden')}
              screen={screen}
              address={address}
              trials={trials}
              report={report}
              onSetup={() => setPlace('setup')}
              onImport={importing.open}
            />
          }
        />
      </div>
      {sharing.dialog}
      {importing.dialog}
      {chats.window}
      <ScreenCommands
        screen={screen}
        address={address}
        tabs={tabs}
        chat={chatOnScreen}
        onPlace={setPlace}
        more={moreCommands({ chats, sharing, mayEdit: initial.mayEdit })}
        onChats={chats.toggle}
      />
      <Toaster />
    </div>
  );
}

/** The tabs of a server; only its owner may see earlier versions. */
function listTabs({ mayEdit }: DraftView) {
  return TABS.filter(({ value }) => value !== 'history' || mayEdit);
}

/** The last failure, above everything that it may concern. */
function ScreenFailure({ screen }: { screen: DraftScreen }) {
  if (!screen.failure) return null;
  return (
    <div className="border-b px-4 py-3 sm:px-6">
      <FailureNote
        failure={screen.failure}
        onRetry={() => void screen.reload()}
        onClose={screen.closeFailure}
      />
    </div>
  );
}

/** An import begins with the map of what it made; what grows in the chat, with its tools. */
function firstTab({ blueprint }: DraftView): ScreenTab {
  return blueprint.sources.length > 0 ? 'map' : 'tools';
}

/**
 * A visitor who began with a prompt comes for the conversation, one who began with a document for
 * the server.
 */
function firstPlace(draft: DraftView, chat: LoadedChat): WorkbenchPlace {
  const isBlank = draft.blueprint.tools.length === 0;
  return chat.messages.length > 0 || (isBlank && draft.mayEdit) ? 'chat' : 'server';
}

import { clsx } from 'clsx';
import { Suspense, useEffect, useRef, useState, type ComponentProps } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { LoadedChat } from '#app/chat/chat-view.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import type { VisitorFacts } from '#app/chat/share/visitor-facts.ts';
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
import { useAskBuilder } from './use-ask-builder.ts';
import { useDraft, type DraftScreen } from './use-draft.ts';
import { useReport } from './report/use-report.ts';
import { useSaving } from './save/use-saving.tsx';
import { useServerNames } from './use-server-names.ts';
import { useScreenAddress, type ScreenTab } from './use-screen-address.ts';
import { useTrials } from './trials/use-trials.ts';
import { SideButtons, Workbench, type WorkbenchPlace } from './workbench.tsx';

const RecentChats = lazyPart(
  async () => (await import('#app/chat/list/recent-chats.tsx')).RecentChats,
);
const VisitorBar = lazyPart(
  async () => (await import('#app/chat/share/visitor-bar.tsx')).VisitorBar,
);
const ChatPane = lazyPart(async () => (await import('#app/chat/chat-pane.tsx')).ChatPane);

/** A window that a button opens. */
interface Window {
  open: () => void;
}

interface Props {
  initial: DraftView;
  chat: LoadedChat;
  layout: { chatWidth: number; hasChats: boolean };
  /** Null for its owner. */
  shared?: VisitorFacts | null;
}

/**
 * The workbench of one server: the conversation on one side, the parts of the server on the other.
 */
export function ServerScreen({ initial, chat, layout, shared = null }: Props) {
  const screen = useDraft(initial);
  const address = useScreenAddress(firstTab(initial));
  const trials = useTrials();
  const report = useReport(screen.draft);
  const { natural, place, setPlace } = usePlace(initial, chat, address.isAsked);
  const chatOnScreen = useRef<BuilderChat | null>(null);
  const windows = useWindows(screen);
  const chats = useChatsList(initial.id, layout.hasChats);
  const { title, setTitle, names } = useServerNames(chat.title ?? null, screen);
  const listed = { id: initial.id, title, version: String(screen.draft.revision) };
  const show = (part: Parameters<typeof address.go>[0]) => {
    setPlace('server');
    address.go(part);
  };
  const openReport = () => show({ tab: 'report' });
  const ask = useAskBuilder(initial.id, chatOnScreen, () => setPlace('chat'));
  const openPoint = (point: number) => show({ tab: 'history', point: String(point) });
  const hasChat = mayShowChat(initial, chat);
  const actions = (className: string) => (
    <ServerActions
      screen={screen}
      report={report}
      onOpenReport={openReport}
      onCommands={openPalette}
      {...toOwnActions(initial, windows)}
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
        {actions('-me-2')}
      </div>
      <VisitorPart draft={initial} shared={shared} onTry={() => show({ tab: 'try' })} />
      <ScreenFailure screen={screen} />
      <div className="flex min-h-0 grow">
        {chats.isOpen ? <ChatsBeside {...listed} /> : null}
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
                  onOpenPoint={openPoint}
                  hold={chatOnScreen}
                />
              </Suspense>
            ) : null
          }
          setup={<SetupPane screen={screen} onImport={windows.importing.open} />}
          server={
            <ServerPane
              tabs={tabsFor(initial)}
              isAway={place !== 'server'}
              onTab={() => setPlace('server')}
              start={<SideButtons place={place} hasChat={hasChat} onPlace={setPlace} />}
              end={actions('max-md:hidden')}
              screen={screen}
              address={address}
              trials={trials}
              report={report}
              onSetup={() => setPlace('setup')}
              onAsk={ask}
              onImport={windows.importing.open}
            />
          }
        />
      </div>
      {windows.dialogs}
      {chats.window}
      <ScreenCommands
        screen={screen}
        address={address}
        tabs={tabsFor(initial)}
        chat={chatOnScreen}
        onPlace={setPlace}
        more={moreCommands({ chats, ...windows, mayEdit: initial.mayEdit })}
        onChats={chats.toggle}
      />
      <Toaster />
    </div>
  );
}

/**
 * The side of the screen that is shown where only one has room. An address that names a part of the server means it,
 * also then.
 */
function usePlace(initial: DraftView, chat: LoadedChat, isAsked: boolean) {
  const [natural] = useState(() => firstPlace(initial, chat));
  const [place, setPlace] = useState<WorkbenchPlace>(isAsked ? 'server' : natural);
  // A server that was made with tools may have a message to begin with, which the conversation sends. The module that
  // knows is a part of the conversation: without it the server is shown.
  useEffect(() => {
    let isShown = true;
    import('#app/chat/composer/first-message.ts').then(
      ({ readFirstMessage }) => {
        if (isShown && readFirstMessage(initial.id) !== null) setPlace('chat');
      },
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [initial.id]);
  return { natural, place, setPlace };
}

/** The windows that buttons and commands open. */
function useWindows(screen: DraftScreen) {
  const sharing = useSharing(screen.draft, screen.setVisibility);
  const saving = useSaving(screen);
  const importing = useImportAgain(screen);
  const dialogs = (
    <>
      {sharing.dialog}
      {saving.dialog}
      {importing.dialog}
    </>
  );
  return { sharing, saving, importing, dialogs };
}

/** Only the owner may see earlier versions. */
function tabsFor({ mayEdit }: DraftView) {
  return TABS.filter(({ value }) => value !== 'history' || mayEdit);
}

/** Actions on the whole server that only its owner has. */
function toOwnActions({ mayEdit }: DraftView, windows: Record<'sharing' | 'saving', Window>) {
  return mayEdit ? { onShare: windows.sharing.open, onSave: windows.saving.open } : {};
}

/** The chats list beside the builder; its place is kept while it loads. */
function ChatsBeside(listed: ComponentProps<typeof RecentChats>) {
  return (
    <Suspense fallback={<div className="w-56 shrink-0 border-e max-lg:hidden" />}>
      <RecentChats {...listed} isBeside />
    </Suspense>
  );
}

/** For visitors, above everything else. */
function VisitorPart(props: { draft: DraftView; shared: VisitorFacts | null; onTry: () => void }) {
  const { draft, shared, onTry } = props;
  if (!shared) return null;
  const trial = draft.blueprint.tools.length > 0 ? { onTry } : {};
  return (
    <Suspense>
      <VisitorBar id={draft.id} shared={shared} {...trial} />
    </Suspense>
  );
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

/** Visitors see the conversation that they were given, if there is one. */
function mayShowChat({ mayEdit }: DraftView, { messages }: LoadedChat): boolean {
  return mayEdit || messages.length > 0;
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
  // A version is continued by saying what changes.
  const isContinued = draft.base !== undefined;
  const hasToSay = (isBlank || isContinued) && draft.mayEdit;
  return chat.messages.length > 0 || hasToSay ? 'chat' : 'server';
}

import { clsx } from 'clsx';
import { lazy, Suspense, useRef, useState } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import type { BuilderChat } from './chat/use-builder-chat.ts';
import type { LoadedChat } from './chat/chat-client.ts';
import type { DraftView } from './draft.ts';
import { FailureNote } from './failure-note.tsx';
import { FilesTab } from './files-tab.tsx';
import { ScreenCommands, type CommandWindow } from './palette/screen-commands.tsx';
import { ReportTab } from './report-tab.tsx';
import { ServerHeader } from './server-header.tsx';
import { SetupPane } from './setup-pane.tsx';
import { ToolsTab } from './tools-tab.tsx';
import { TryTab } from './try-tab.tsx';
import { UseTab } from './use-tab.tsx';
import { useDraft, type DraftScreen } from './use-draft.ts';
import { useReport, type ReportState } from './use-report.ts';
import { useScreenAddress, type ScreenAddress } from './use-screen-address.ts';
import { useTrials, type Trials } from './use-trials.ts';
import { Workbench, type Place } from './workbench.tsx';

const HistoryTab = lazy(async () => ({
  default: (await import('./history/history-tab.tsx')).HistoryTab,
}));
const ChatPane = lazy(async () => ({
  default: (await import('./chat/chat-pane.tsx')).ChatPane,
}));

const TABS = [
  { value: 'tools', label: 'Tools' },
  { value: 'try', label: 'Try it' },
  { value: 'files', label: 'Files' },
  { value: 'report', label: 'Report' },
  { value: 'history', label: 'History' },
  { value: 'use', label: 'Use it' },
] as const;

interface Props {
  initial: DraftView;
  chat: LoadedChat;
  chatWidth: number;
}

/** One server being worked on: what is said about it on one side, what it is made of on the other. */
export function ServerScreen({ initial, chat, chatWidth }: Props) {
  const screen = useDraft(initial);
  const address = useScreenAddress();
  const trials = useTrials();
  const report = useReport(screen.draft);
  const [place, setPlace] = useState<Place>(() => firstPlace(initial, chat));
  const chatOnScreen = useRef<BuilderChat | null>(null);
  const [commands, setCommands] = useState<CommandWindow | null>(null);
  const openReport = () => {
    setPlace('server');
    address.go({ tab: 'report' });
  };
  const openPoint = (point: number) => {
    setPlace('server');
    address.go({ tab: 'history', point: String(point) });
  };
  // What was before is its maker's business.
  const tabs = TABS.filter(({ value }) => value !== 'history' || initial.mayEdit);
  return (
    <div
      className={clsx(
        'flex grow flex-col md:h-[calc(100dvh-49px)] md:grow-0',
        // The composer stays at the bottom.
        place === 'chat' && 'max-md:h-[calc(100dvh-49px)] max-md:grow-0',
      )}
    >
      <ServerHeader
        screen={screen}
        report={report}
        onOpenReport={openReport}
        onCommands={() => setCommands('palette')}
      />
      {screen.failure ? (
        <div className="border-b px-4 py-3 sm:px-6">
          <FailureNote
            failure={screen.failure}
            onRetry={() => void screen.reload()}
            onClose={screen.closeFailure}
          />
        </div>
      ) : null}
      <Workbench
        place={place}
        onPlace={setPlace}
        chatWidth={chatWidth}
        chat={
          // Whoever may not change the server has nothing to say to the builder.
          initial.mayEdit ? (
            <Suspense fallback={<Spinner className="p-6" />}>
              <ChatPane
                screen={screen}
                initial={chat}
                onOpenReport={openReport}
                onOpenPoint={openPoint}
                hold={chatOnScreen}
              />
            </Suspense>
          ) : null
        }
        setup={<SetupPane screen={screen} />}
        server={
          <Tabs
            label="Server"
            value={address.tab}
            tabs={tabs}
            onChange={(tab) => address.go({ tab })}
          >
            <Suspense fallback={<Spinner className="p-6" />}>
              {screen.blueprint ? (
                <OpenTab
                  screen={screen}
                  blueprint={screen.blueprint}
                  address={address}
                  trials={trials}
                  report={report}
                />
              ) : (
                <Spinner className="p-6" />
              )}
            </Suspense>
          </Tabs>
        }
      />
      <ScreenCommands
        screen={screen}
        address={address}
        tabs={tabs}
        chat={chatOnScreen}
        onPlace={setPlace}
        more={[]}
        open={commands}
        onOpen={setCommands}
      />
      <Toaster />
    </div>
  );
}

/** Who began with words comes for the conversation, who began with a document for the server. */
function firstPlace(draft: DraftView, chat: LoadedChat): Place {
  const isBlank = draft.blueprint.tools.length === 0;
  return chat.messages.length > 0 || (isBlank && draft.mayEdit) ? 'chat' : 'server';
}

function OpenTab({
  screen,
  blueprint,
  address,
  trials,
  report,
}: {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
  trials: Trials;
  report: ReportState;
}) {
  switch (address.tab) {
    case 'tools':
      return <ToolsTab screen={screen} blueprint={blueprint} address={address} />;
    case 'try':
      return <TryTab screen={screen} blueprint={blueprint} address={address} trials={trials} />;
    case 'files':
      return <FilesTab draft={screen.draft} address={address} />;
    case 'report':
      return <ReportTab screen={screen} state={report} />;
    case 'history':
      return <HistoryTab screen={screen} address={address} />;
    case 'use':
      return <UseTab draft={screen.draft} />;
  }
}

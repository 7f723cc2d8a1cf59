import { lazy, Suspense, useState } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { Segmented } from '#app/ui/segmented.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { Toaster } from '#app/ui/toaster.tsx';

import type { ChatView } from './chat/chat-room.server.ts';
import type { DraftView } from './draft.ts';
import { FailureNote } from './failure-note.tsx';
import { FilesTab } from './files-tab.tsx';
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

const ChatPane = lazy(async () => ({
  default: (await import('./chat/chat-pane.tsx')).ChatPane,
}));

const TABS = [
  { value: 'tools', label: 'Tools' },
  { value: 'try', label: 'Try it' },
  { value: 'files', label: 'Files' },
  { value: 'report', label: 'Report' },
  { value: 'use', label: 'Use it' },
] as const;

/** One server being worked on: how it is set up on one side, what it is made of on the other. */
export function ServerScreen({ initial, chat }: { initial: DraftView; chat: ChatView }) {
  const screen = useDraft(initial);
  const address = useScreenAddress();
  const trials = useTrials();
  const report = useReport(screen.draft);
  return (
    <div className="flex grow flex-col lg:h-[calc(100dvh-49px)] lg:grow-0">
      <ServerHeader
        screen={screen}
        report={report}
        onOpenReport={() => address.go({ tab: 'report' })}
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
      <div className="flex min-h-0 grow flex-col lg:flex-row">
        <SidePane screen={screen} chat={chat} />
        <Tabs
          label="Server"
          value={address.tab}
          tabs={TABS}
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
      </div>
      <Toaster />
    </div>
  );
}

const SIDES = [
  { value: 'chat', label: 'Chat' },
  { value: 'setup', label: 'Setup' },
] as const;

/** The conversation, or how the server is set up: who began with a document comes for the latter. */
function SidePane({ screen, chat }: { screen: DraftScreen; chat: ChatView }) {
  const isBlank = screen.draft.blueprint.tools.length === 0;
  const [side, setSide] = useState<'chat' | 'setup'>(
    chat.messages.length > 0 || isBlank ? 'chat' : 'setup',
  );
  // Whoever may not change the server has nothing to say to the builder.
  const isChat = side === 'chat' && screen.draft.mayEdit;
  return (
    <div className="flex min-h-0 shrink-0 flex-col lg:w-96 lg:border-r">
      {screen.draft.mayEdit ? (
        <div className="border-b px-4 py-2 sm:px-6">
          <Segmented label="Side" value={side} options={SIDES} onChange={setSide} />
        </div>
      ) : null}
      {isChat ? (
        <Suspense fallback={<Spinner className="p-6" />}>
          <ChatPane screen={screen} initial={chat.messages} isRunning={chat.isRunning} />
        </Suspense>
      ) : (
        <SetupPane screen={screen} />
      )}
    </div>
  );
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
    case 'use':
      return <UseTab draft={screen.draft} />;
  }
}

import { Suspense } from 'react';
import type { ReactNode } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useHydrated } from '#app/ui/loading/use-hydrated.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { Tabs } from '#app/ui/tabs.tsx';

import { MapTab } from './map/map-tab.tsx';
import { ToolsTab } from './tools/tools-tab.tsx';
import type { DraftScreen } from './use-draft.ts';
import type { ReportState } from './report/use-report.ts';
import type { ScreenAddress } from './use-screen-address.ts';
import type { Trials } from './trials/use-trials.ts';

// It brings what checks arguments and makes examples of them.
const TryTab = lazyPart(async () => (await import('./trials/try-tab.tsx')).TryTab);
const ReportTab = lazyPart(async () => (await import('./report/report-tab.tsx')).ReportTab);
const FilesTab = lazyPart(async () => (await import('./files/files-tab.tsx')).FilesTab);
const ConnectTab = lazyPart(async () => (await import('./connect/connect-tab.tsx')).ConnectTab);
const HistoryTab = lazyPart(async () => (await import('./history/history-tab.tsx')).HistoryTab);

export const TABS = [
  { value: 'map', label: 'Map' },
  { value: 'tools', label: 'Tools' },
  { value: 'try', label: 'Try it' },
  { value: 'files', label: 'Files' },
  { value: 'report', label: 'Report' },
  { value: 'history', label: 'History' },
  { value: 'use', label: 'Use it' },
] as const;

interface Props {
  screen: DraftScreen;
  address: ScreenAddress;
  trials: Trials;
  report: ReportState;
  onSetup: () => void;
  /** Opens the chat with a message to send; absent where there is none to write in. */
  onAsk?: ((message: string) => void) | undefined;
  /** Opens the import of a newer document. */
  onImport: () => void;
}

/** The parts of the server, tab by tab. */
export function ServerPane({
  tabs,
  isAway,
  onTab,
  start,
  end,
  ...props
}: Props & {
  tabs: readonly (typeof TABS)[number][];
  /** On phones something else is open. */
  isAway: boolean;
  /** A tab is opened. */
  onTab: () => void;
  /** Stands at the start of the row of tabs. */
  start: ReactNode;
  /** Stands at the end of the row of tabs. */
  end: ReactNode;
}) {
  const { screen, address } = props;
  return (
    <Tabs
      label="Server"
      value={address.tab}
      tabs={tabs}
      isAway={isAway}
      start={start}
      end={end}
      onChange={(tab) => {
        onTab();
        if (tab !== address.tab) address.go({ tab });
      }}
    >
      <Suspense fallback={<Spinner className="p-6" />}>
        {screen.blueprint ? (
          <OpenTab {...props} blueprint={screen.blueprint} />
        ) : (
          <Spinner className="p-6" />
        )}
      </Suspense>
    </Tabs>
  );
}

function OpenTab(props: Props & { blueprint: Blueprint }) {
  const { screen, blueprint, address, trials, report, onSetup, onAsk, onImport } = props;
  // A form without its scripts yet would lose typed and sent values.
  const isHydrated = useHydrated();
  switch (address.tab) {
    case 'map':
      return (
        <MapTab
          screen={screen}
          blueprint={blueprint}
          address={address}
          onSetup={onSetup}
          onImport={onImport}
        />
      );
    case 'tools':
      return <ToolsTab screen={screen} blueprint={blueprint} address={address} />;
    case 'try':
      return isHydrated ? (
        <TryTab screen={screen} blueprint={blueprint} address={address} trials={trials} />
      ) : (
        <Spinner className="p-6" />
      );
    case 'files':
      return <FilesTab screen={screen} blueprint={blueprint} address={address} />;
    case 'report':
      return (
        <ReportTab
          screen={screen}
          state={report}
          address={address}
          onSetup={onSetup}
          onAsk={onAsk}
        />
      );
    case 'history':
      return <HistoryTab screen={screen} address={address} />;
    case 'use':
      return isHydrated ? <ConnectTab draft={screen.draft} /> : <Spinner className="p-6" />;
  }
}

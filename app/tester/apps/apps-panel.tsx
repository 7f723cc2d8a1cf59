import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { ListProblem } from '#app/tester/connected/list-problem.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { ListedToolRow, ROW_HEIGHT_PX } from '#app/tester/tools/listed-tool-row.tsx';
import { readTools, type ServerTool } from '#app/tester/tools/read-tools.ts';
import { ToolCallForm } from '#app/tester/tools/tool-call-form.tsx';
import { toSubject } from '#app/tester/tools/tool-subject.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { AppView } from './app-view.tsx';
import { findUiTools, type UiTool } from './ui-tool.ts';

/** The tools of a server that come with an app (MCP Apps), each with its form and its app. */
export function AppsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'tools/list');
  const listing = useStore(store);
  const tools = useMemo(() => readTools(listing.items), [listing.items]);
  const apps = useMemo(() => findUiTools(tools), [tools]);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = apps.find(({ tool }) => tool.key === openKey);
  const shown = open ?? apps[0];
  if (listing.status === 'failed' && listing.problem) {
    return <ListProblem problem={listing.problem} onRetry={store.reload} />;
  }
  if (!shown) {
    if (listing.status === 'loading') return <Spinner className="p-6" />;
    return (
      <EmptyState
        title="No apps"
        action={<Button onClick={store.reload}>Read the list again</Button>}
      >
        No tool of this server names an app (_meta.ui.resourceUri).
      </EmptyState>
    );
  }
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <WindowedList
          label="Tools with an app"
          items={apps}
          rowHeight={ROW_HEIGHT_PX}
          toKey={({ tool }) => tool.key}
        >
          {(each) => (
            <ListedToolRow
              tool={each.tool}
              isOpen={each === shown}
              onOpen={() => setOpenKey(each.tool.key)}
            />
          )}
        </WindowedList>
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          <AppOfTool
            key={`${shown.tool.key} ${shown.resourceUri}`}
            uiTool={shown}
            tools={tools}
            connection={connection}
            onClose={() => setOpenKey(null)}
          />
        </div>
      }
    />
  );
}

function AppOfTool({
  uiTool,
  tools,
  connection,
  onClose,
}: {
  uiTool: UiTool;
  tools: readonly ServerTool[];
  connection: ServerConnection;
  onClose: () => void;
}) {
  const { tool, resourceUri } = uiTool;
  const subject = toSubject(tool);
  const call = useStore(sentCallsOf(connection).store).find((each) => each.subject === subject);
  return (
    <article aria-label={tool.name} className="max-w-4xl space-y-4 px-4 py-4 sm:px-6">
      <Button variant="ghost" className="-ml-3 @min-[640px]:hidden" onClick={onClose}>
        <ArrowLeft aria-hidden />
        All apps
      </Button>
      <header className="space-y-1">
        <h2 className="font-mono text-base wrap-anywhere">
          <HiddenMarks text={tool.name} />
        </h2>
        <p className="font-mono text-sm wrap-anywhere text-muted">
          <HiddenMarks text={resourceUri} />
        </p>
      </header>
      <ToolCallForm tool={tool} connection={connection} />
      {call ? (
        <AppView key={call.id} uiTool={uiTool} call={call} connection={connection} tools={tools} />
      ) : (
        <p className="text-sm text-muted">The app opens when you call its tool.</p>
      )}
    </article>
  );
}

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { FailedRequest } from '#app/tester/connected/failed-request.tsx';
import { RunningCall } from '#app/tester/connected/running-call.tsx';
import { sentCallsOf, type SentCall } from '#app/tester/connected/sent-calls.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';
import { ToolCallForm } from '#app/tester/tools/tool-call-form.tsx';
import { toSubject } from '#app/tester/tools/tool-subject.ts';

import { AppView } from './app-view.tsx';
import type { UiTool } from './ui-tool.ts';

/** A tool that comes with an app: its form, how its last call goes, and the app for that call. */
export function AppOfTool({
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
  const calls = sentCallsOf(connection);
  const call = useStore(calls.store).find((each) => each.subject === subject);
  return (
    <article aria-label={tool.name} className="max-w-4xl space-y-4 px-4 py-4 sm:px-6">
      <BackToList label="All apps" onClose={onClose} />
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
        <>
          <CallState call={call} connection={connection} onCancel={() => calls.cancel(call.id)} />
          <AppView
            key={call.id}
            uiTool={uiTool}
            call={call}
            connection={connection}
            tools={tools}
          />
        </>
      ) : (
        <p className="text-sm text-muted">The app opens when you call its tool.</p>
      )}
    </article>
  );
}

/** A call that runs or has failed; the result of any other is shown by the app. */
function CallState({
  call,
  connection,
  onCancel,
}: {
  call: SentCall;
  connection: ServerConnection;
  onCancel: () => void;
}) {
  if (call.outcome === null) {
    return (
      <>
        <RunningCall call={call} onCancel={onCancel} />
        <QuestionList connection={connection} />
      </>
    );
  }
  return call.outcome.ok ? null : <FailedRequest problem={call.outcome} />;
}

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { readContents } from '#app/tester/results/read-content.ts';
import { ResourceContentsView } from '#app/tester/results/resource-contents-view.tsx';

import { sentCallsOf } from './sent-calls.ts';
import { FailedRequest } from './failed-request.tsx';
import { RunningCall } from './running-call.tsx';
import { useStore } from './store.ts';

/** The last reading of a resource. */
export function ReadOutcome({
  connection,
  subject,
}: {
  connection: ServerConnection;
  subject: string;
}) {
  const calls = sentCallsOf(connection);
  const call = useStore(calls.store).find((each) => each.subject === subject);
  if (!call) return null;
  if (call.outcome === null) {
    return (
      <div className="space-y-4">
        <RunningCall call={call} onCancel={() => calls.cancel(call.id)} />
        <QuestionList connection={connection} />
      </div>
    );
  }
  if (!call.outcome.ok) return <FailedRequest problem={call.outcome} />;
  const { contents } = call.outcome.value;
  const all = Array.isArray(contents) ? contents.filter(isJsonObject) : [];
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted tabular-nums">{Math.round(call.elapsedMs ?? 0)} ms</p>
      {all.length === 0 ? <p className="text-sm text-muted">The resource is empty.</p> : null}
      {all.map((each, index) => (
        <ResourceContentsView key={index} contents={readContents(each)} />
      ))}
    </div>
  );
}

import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { ReadLinked } from '#app/tester/connected/read-linked.tsx';
import { FailedRequest } from '#app/tester/connected/failed-request.tsx';
import { RunningCall } from '#app/tester/connected/running-call.tsx';
import { useStore } from '#app/tester/connected/store.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { ContentView } from '#app/tester/results/content-view.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';

import { readGivenMessages } from './read-prompts.ts';

/** The messages of a prompt as it was last asked for. */
export function PromptOutcome({
  connection,
  subject,
}: {
  connection: ServerConnection;
  subject: string;
}) {
  const calls = sentCallsOf(connection);
  const call = useStore(calls.store).find((each) => each.subject === subject);
  const [linked, setLinked] = useState<string | null>(null);
  if (!call) return null;
  const { outcome } = call;
  return (
    <section aria-label="Messages" aria-busy={outcome === null} className="space-y-4 border-t pt-4">
      {outcome === null ? (
        <>
          <RunningCall call={call} onCancel={() => calls.cancel(call.id)} />
          <QuestionList connection={connection} />
        </>
      ) : outcome.ok ? (
        <>
          <p className="text-sm text-muted tabular-nums">{Math.round(call.elapsedMs ?? 0)} ms</p>
          {typeof outcome.value['description'] === 'string' ? (
            <p className="wrap-anywhere">
              <HiddenMarks text={outcome.value['description']} />
            </p>
          ) : null}
          <ol className="space-y-4">
            {readGivenMessages(outcome.value).map(({ role, content }, index) => (
              <li key={index} className="border-s-2 ps-3">
                <p className="text-sm font-medium">
                  <HiddenMarks text={role} />
                </p>
                <ContentView block={content} onRead={setLinked} fileName="message" />
              </li>
            ))}
          </ol>
        </>
      ) : (
        <FailedRequest problem={outcome} />
      )}
      {linked === null ? null : (
        <ReadLinked
          key={linked}
          connection={connection}
          uri={linked}
          onClose={() => setLinked(null)}
        />
      )}
    </section>
  );
}

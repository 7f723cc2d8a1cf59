import { useEffect, useRef, useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { SaveCall } from '#app/tester/calls/save-call.tsx';
import { sentCallsOf, type SentCall } from '#app/tester/connected/sent-calls.ts';
import { ReadLinked } from '#app/tester/connected/read-linked.tsx';
import { FailedRequest } from '#app/tester/connected/failed-request.tsx';
import { RunningCall } from '#app/tester/connected/running-call.tsx';
import { useStore } from '#app/tester/connected/store.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { ResultView } from '#app/tester/results/result-view.tsx';
import { Badge } from '#app/ui/badge.tsx';

import type { ServerTool } from './read-tools.ts';
import { toSubject } from './tool-subject.ts';

/** The last call of a tool: how it goes, what the server asks meanwhile, and what it brought. */
export function ToolOutcome({
  tool,
  connection,
}: {
  tool: ServerTool;
  connection: ServerConnection;
}) {
  const calls = sentCallsOf(connection);
  const subject = toSubject(tool);
  const own = useStore(calls.store).filter((call) => call.subject === subject);
  const [pickedId, setPickedId] = useState<number | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const [latest] = own;
  const latestId = latest?.id;
  // Where the result is below the form, the pane scrolls down to it.
  useEffect(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (latestId !== undefined && top > innerHeight * 0.6) section.current?.scrollIntoView();
  }, [latestId]);
  if (!latest) return null;
  const shown =
    latest.outcome === null ? latest : (own.find(({ id }) => id === pickedId) ?? latest);
  return (
    <section
      ref={section}
      aria-label="Result"
      aria-busy={shown.outcome === null}
      className="space-y-4 border-t pt-4"
    >
      {shown.outcome === null ? (
        <>
          <RunningCall call={shown} onCancel={() => calls.cancel(shown.id)} />
          <QuestionList connection={connection} />
        </>
      ) : (
        <>
          <Outcome call={shown} />
          <SaveCall key={`save ${shown.id}`} connection={connection} tool={tool} call={shown} />
          {shown.outcome.ok ? (
            <ResultView
              key={shown.id}
              result={shown.outcome.value}
              outputSchema={tool.outputSchema}
              onRead={setLinked}
            />
          ) : (
            <FailedRequest problem={shown.outcome} />
          )}
        </>
      )}
      {linked === null ? null : (
        <ReadLinked
          key={linked}
          connection={connection}
          uri={linked}
          onClose={() => setLinked(null)}
        />
      )}
      {own.length > 1 ? <EarlierCalls calls={own} shown={shown} onPick={setPickedId} /> : null}
    </section>
  );
}

function Outcome({ call }: { call: SentCall }) {
  const { tone, words } = describeCall(call);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
      <Badge tone={tone}>{words}</Badge>
      {call.elapsedMs === null ? null : (
        <span className="text-muted">{Math.round(call.elapsedMs)} ms</span>
      )}
      <output className="sr-only">{words}</output>
    </p>
  );
}

function EarlierCalls({
  calls,
  shown,
  onPick,
}: {
  calls: readonly SentCall[];
  shown: SentCall;
  onPick: (id: number) => void;
}) {
  return (
    <details>
      <summary className="flex min-h-9 items-center text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        {calls.length} calls of this tool
      </summary>
      <ul className="divide-y border-y">
        {calls.map((call) => {
          const { tone, words } = describeCall(call);
          return (
            <li key={call.id}>
              <button
                type="button"
                aria-current={call === shown}
                onClick={() => onPick(call.id)}
                className="flex min-h-9 w-full items-center gap-3 px-1 text-start text-sm tabular-nums -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
              >
                <code className="min-w-0 truncate">{JSON.stringify(call.params['arguments'])}</code>
                <Badge tone={tone} className="ms-auto">
                  {words}
                </Badge>
                <span className="w-16 shrink-0 text-end text-muted">
                  {call.elapsedMs === null ? '' : `${Math.round(call.elapsedMs)} ms`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function describeCall({ outcome }: SentCall): { tone: 'plain' | 'pass' | 'fail'; words: string } {
  if (outcome === null) return { tone: 'plain', words: 'Running' };
  if (outcome.ok) {
    return outcome.value['isError'] === true
      ? { tone: 'fail', words: 'Tool error' }
      : { tone: 'pass', words: 'OK' };
  }
  return outcome.reason === 'cancelled'
    ? { tone: 'plain', words: 'Cancelled' }
    : { tone: 'fail', words: 'Failed' };
}

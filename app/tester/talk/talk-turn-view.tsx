import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { toCost, toCount } from '#app/evals/report/shown-numbers.ts';
import { QuestionList } from '#app/tester/questions/question-list.tsx';
import { StrangerMarkdown } from '#app/tester/results/stranger-markdown.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import type { CallDecision } from './talk.ts';
import { TalkCallView } from './talk-call-view.tsx';
import type { TalkTurn } from './talk-state.ts';

/** A message of the person with its answer: words, calls, and what it took. */
export function TalkTurnView({
  turn,
  connections,
  onDecide,
}: {
  turn: TalkTurn;
  connections: readonly ServerConnection[];
  onDecide: (callId: string, decision: CallDecision) => void;
}) {
  const { say, parts, end, waiting } = turn;
  const isRunning = end === null;
  return (
    <article aria-label={say} className="space-y-3">
      <p className="ms-auto w-fit max-w-[85%] rounded-panel bg-sunken px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">
        {say}
      </p>
      {parts.map((part, index) =>
        part.kind === 'text' ? (
          <StrangerMarkdown key={index} text={part.text} />
        ) : (
          <TalkCallView
            key={part.call.id}
            call={part.call}
            isAsking={part.isAsking}
            onDecide={(decision) => onDecide(part.call.id, decision)}
          />
        ),
      )}
      {isRunning
        ? connections.map((connection) => (
            <QuestionList key={connection.target.id} connection={connection} />
          ))
        : null}
      {isRunning ? (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          {waiting ?? `${turn.model} is answering.`}
        </p>
      ) : null}
      {end !== null && end.status !== 'done' ? (
        <output
          className={`block text-sm ${end.status === 'stopped' ? 'text-muted' : 'text-fail'}`}
        >
          {end.message}
        </output>
      ) : null}
      {isRunning ? null : <Used turn={turn} />}
    </article>
  );
}

function Used({ turn: { model, usage, steps } }: { turn: TalkTurn }) {
  if (usage.input + usage.output === 0) return null;
  const cost = usage.cost === null ? '' : ` · ${toCost(usage.cost)}`;
  return (
    <p className="text-sm text-muted tabular-nums">
      {model} · {steps === 1 ? '1 step' : `${steps} steps`} · {toCount(usage.input)} tokens in,{' '}
      {toCount(usage.output)} out{cost}
    </p>
  );
}

import { CircleCheck, CircleX, Loader, ShieldQuestion } from 'lucide-react';

import type { LoopCall } from '#app/evals/loop/run-loop.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { ResultView } from '#app/tester/results/result-view.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { Button } from '#app/ui/button.tsx';

import type { CallDecision } from './talk.ts';

/** A call of a tool: what is sent, whether it may be, and what came back. */
export function TalkCallView({
  call,
  isAsking,
  onDecide,
}: {
  call: LoopCall;
  isAsking: boolean;
  onDecide: (decision: CallDecision) => void;
}) {
  const { tool, wire, input, unread, outcome } = call;
  const name = tool?.name ?? wire;
  return (
    <article
      aria-label={`Call of ${name}`}
      className={`rounded-panel border bg-raised px-4 py-3 ${isAsking ? 'border-pencil' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <CallMark call={call} isAsking={isAsking} />
        <code className="wrap-anywhere">
          <HiddenMarks text={name} />
        </code>
        {tool ? (
          <span className="text-sm text-muted">
            <HiddenMarks text={tool.server.name} />
          </span>
        ) : null}
        {outcome ? (
          <span className="ms-auto text-sm text-muted tabular-nums">{outcome.milliseconds} ms</span>
        ) : null}
      </div>
      {unread === null ? (
        <JsonTree value={input} label="arguments" />
      ) : (
        <p className="text-sm wrap-anywhere">
          <HiddenMarks text={unread} />
        </p>
      )}
      {isAsking ? <CallQuestion name={name} call={call} onDecide={onDecide} /> : null}
      {outcome ? <CallOutcomeView outcome={outcome} /> : null}
    </article>
  );
}

function CallMark({ call: { outcome }, isAsking }: { call: LoopCall; isAsking: boolean }) {
  if (isAsking) return <ShieldQuestion aria-label="Waits for you" className="size-4 text-pencil" />;
  if (outcome === null) return <Loader aria-label="Running" className="size-4 text-muted" />;
  return outcome.isError ? (
    <CircleX aria-label="Failed" className="size-4 text-fail" />
  ) : (
    <CircleCheck aria-label="Answered" className="size-4 text-pass" />
  );
}

function CallQuestion({
  name,
  call,
  onDecide,
}: {
  name: string;
  call: LoopCall;
  onDecide: (decision: CallDecision) => void;
}) {
  const why =
    call.tool?.risk === 'destroys'
      ? 'This tool says that it may destroy something.'
      : 'This tool does not say whether it changes or destroys something.';
  return (
    <fieldset aria-label={`Decide on ${name}`} className="mt-2 space-y-2">
      <output className="block text-sm text-pencil">{why} Call it?</output>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => onDecide('call')}>
          Call
        </Button>
        <Button onClick={() => onDecide('always')}>Always in this chat</Button>
        <Button onClick={() => onDecide('deny')}>Do not call</Button>
      </div>
    </fieldset>
  );
}

function CallOutcomeView({ outcome }: { outcome: NonNullable<LoopCall['outcome']> }) {
  const { result, problem } = outcome;
  if (result === null) {
    return (
      <p className="mt-2 text-sm wrap-anywhere text-fail">
        <HiddenMarks text={problem ?? 'The tool did not answer.'} />
      </p>
    );
  }
  return (
    <Unfolding summary={outcome.isError ? 'Error' : 'Result'} isOpen>
      {() => <ResultView result={result} outputSchema={null} />}
    </Unfolding>
  );
}

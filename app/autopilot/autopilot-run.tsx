import { Hand, Square } from 'lucide-react';
import { Link, useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';

import { LiveRound } from './live-round.tsx';
import type { AutopilotEnd, AutopilotRequest, AutopilotState } from './autopilot-state.ts';
import { AutopilotTotals } from './autopilot-totals.tsx';
import { RoundList } from './round-list.tsx';
import { ScoreChart } from './score-chart.tsx';
import { UnclearGoalNote } from './unclear-goal-note.tsx';
import { useAutopilot } from './use-autopilot.ts';

const ENDS: Record<AutopilotEnd, string> = {
  reached: 'The goal is reached.',
  spent: 'All rounds are used. The goal is not reached yet.',
  stuck: 'Two rounds in a row changed nothing. The rest needs your input.',
  unclear: 'The first round changed nothing. The builder needs a clearer goal.',
  asks: 'The builder asked you something. Answer it in the chat.',
  approval: 'Changes wait for your approval in the chat. Decide on them, then start again.',
  failed: 'Two rounds in a row failed.',
  stopped: 'Stopped.',
  refused: 'The builder could not continue.',
};

interface Props {
  id: string;
  initial: AutopilotState;
  isStarting: boolean;
  /** Begins another run. */
  onStart: (goal: AutopilotRequest) => void;
}

/** Shows a run, while it runs and afterwards. */
export function AutopilotRun({ id, initial, isStarting, onStart }: Props) {
  const { run, failure, isStopping, stop } = useAutopilot(id, initial);
  const running = run.rounds.find(({ status }) => status === 'running');
  const isOver = run.end !== null;
  const title = isOver
    ? describeEnd(run)
    : `Round ${running?.number ?? run.rounds.length + 1} of ${run.maxRounds}`;
  return (
    <div className="space-y-6">
      <section aria-label="Progress">
        <div className="flex flex-wrap items-start gap-3">
          <div className="me-auto min-w-0">
            <output className="block font-semibold">{title}</output>
            {run.note ? <p className="text-muted">{run.note}</p> : null}
            <p className="mt-1 line-clamp-3 max-w-prose whitespace-pre-wrap wrap-anywhere text-muted">
              {run.goal}
            </p>
          </div>
          {isOver ? null : (
            <Button disabled={isStopping} onClick={() => void stop()}>
              <Square aria-hidden />
              {isStopping ? 'Stopping' : 'Stop'}
            </Button>
          )}
          <TakeOver id={id} isOver={isOver} isStopping={isStopping} onStop={stop} />
          {isOver && !run.unclear ? (
            <Link to="/ai-loop" className={buttonClass('secondary')}>
              New goal
            </Link>
          ) : null}
        </div>
        <div className="mt-4 space-y-4">
          <AutopilotTotals run={run} />
          <ScoreChart {...run} />
        </div>
      </section>
      {failure ? <FailureNote failure={failure} /> : null}
      {run.unclear ? (
        <UnclearGoalNote
          run={run}
          unclear={run.unclear}
          isStarting={isStarting}
          onStart={onStart}
        />
      ) : null}
      {running ? <LiveRound key={running.answer} id={id} answer={running.answer} /> : null}
      <RoundList id={id} rounds={run.rounds} />
    </div>
  );
}

function describeEnd({ end, unclear }: AutopilotState): string {
  if (unclear === undefined) return ENDS[end ?? 'stopped'];
  if (unclear.parts.length > 0) return 'The goal was not understood. Nothing was changed.';
  if (unclear.question === null) return ENDS.unclear;
  return 'The builder needs to know more before it can begin. Nothing was changed.';
}

/** Continues by hand: the run ends first, so that two do not speak at once. */
function TakeOver({
  id,
  isOver,
  isStopping,
  onStop,
}: {
  id: string;
  isOver: boolean;
  isStopping: boolean;
  onStop: () => Promise<boolean>;
}) {
  const navigate = useNavigate();
  const path = `/chat/${id}`;
  if (isOver) {
    return (
      <Link to={path} className={buttonClass('primary')}>
        Open the server
      </Link>
    );
  }
  return (
    <Button
      variant="secondary"
      disabled={isStopping}
      onClick={() =>
        // If it could not be stopped, the reason is shown below, and the page stays.
        void onStop().then((hasEnded) => hasEnded && navigate(path))
      }
    >
      <Hand aria-hidden />
      Take over
    </Button>
  );
}

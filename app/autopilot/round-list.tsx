import { Check, CircleSlash, X } from 'lucide-react';

import { toCostText } from '#app/chat/messages/cost-text.ts';
import { TurnChanges } from '#app/chat/points/turn-changes.tsx';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { verdictWords } from '#app/platform/verdict.ts';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import type { Round, RoundUsage } from './autopilot-state.ts';

const STATUS: Record<Round['status'], string> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
  interrupted: 'interrupted',
};

/** The rounds of a run, newest first: what each was asked, planned, changed and reached. */
export function RoundList({ id, rounds }: { id: string; rounds: readonly Round[] }) {
  return (
    <ol aria-label="Rounds" reversed className="divide-y border-y">
      {rounds.toReversed().map((round) => (
        <li key={round.number} className="py-4">
          <RoundRow id={id} round={round} before={wordsBefore(rounds, round)} />
        </li>
      ))}
    </ol>
  );
}

function RoundRow({ id, round, before }: { id: string; round: Round; before: string | null }) {
  const { number, status, score, plan, asked } = round;
  const words = wordsOf(round);
  return (
    <article aria-label={`Round ${number}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex size-4 items-center justify-center">
          <StatusMark status={status} />
        </span>
        <h2 className="font-semibold">Round {number}</h2>
        <p className="text-sm text-muted tabular-nums">
          {STATUS[status]}
          {round.endedAt === null ? '' : ` · ${seconds(round.endedAt - round.startedAt)}`}
          {round.usage && round.usage.tokens > 0 ? ` · ${describeUsage(round.usage)}` : ''}
        </p>
        {words === null ? null : (
          <p className="text-sm tabular-nums max-sm:basis-full max-sm:ps-7 sm:ms-auto">
            {before === null || before === words ? null : (
              <>
                <span className="sr-only">from </span>
                {before}
                <span aria-hidden> → </span>
                <span className="sr-only"> to </span>
              </>
            )}
            <span className="font-semibold">{words}</span>
            {score === null ? '' : ` · ${score} of 100`}
          </p>
        )}
      </div>
      <div className="mt-2 ms-7 space-y-2">
        {plan.length > 0 ? (
          <ol aria-label="Plan" className="list-decimal ps-5">
            {plan.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        ) : null}
        <RoundChanges id={id} round={round} />
        <details>
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-sm text-blue pointer-coarse:min-h-11">
            What the builder was asked
          </summary>
          <p className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere text-muted">{asked}</p>
        </details>
      </div>
    </article>
  );
}

/** The differences that a round made; where nobody compared, what its calls said. */
function RoundChanges({ id, round }: { id: string; round: Round }) {
  const { status, diff, changed } = round;
  if (diff) return <TurnChanges id={id} diff={diff} />;
  if (status === 'running') return null;
  if (diff === null || changed.length === 0) {
    return <p className="text-muted">Nothing was changed.</p>;
  }
  return (
    <ul aria-label="Changes" className="list-disc ps-5">
      {changed.map((sentence, index) => (
        <li key={index} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function StatusMark({ status }: { status: Round['status'] }) {
  if (status === 'running') return <SpinnerMark />;
  if (status === 'done') return <Check aria-hidden className="size-4 text-pass" />;
  if (status === 'failed') return <X aria-hidden className="size-4 text-fail" />;
  return <CircleSlash aria-hidden className="size-4 text-warn" />;
}

/** The verdict after a round; older runs kept only what it follows from. */
function wordsOf({ verdict, score, fails }: Round): string | null {
  if (verdict) return verdictWords(verdict);
  if (score === null) return null;
  return verdictWords(fails > 0 ? { kind: 'fixes', count: fails } : { kind: 'ready' });
}

/** The verdict that a round began with: that of the last round before it that had one. */
function wordsBefore(rounds: readonly Round[], { number }: Round): string | null {
  const earlier = rounds.slice(0, number - 1).map(wordsOf);
  return earlier.findLast((words) => words !== null) ?? null;
}

function describeUsage({ tokens, cost }: RoundUsage): string {
  const written = tokens === 1 ? '1 token' : `${formatCount(tokens)} tokens`;
  return cost === null ? written : `${written} · ${toCostText(cost)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

import { Copy, Pencil, Play, Trash2 } from 'lucide-react';

import { ResultView } from '#app/tester/results/result-view.tsx';
import { FailedRequest } from '#app/tester/connected/failed-request.tsx';
import { formatMilliseconds } from '#app/tester/history/format-measures.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DiffView } from '#app/ui/code/diff-view.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import type { BookedCall } from './call-book.ts';
import type { RunComparison } from './compare-runs.ts';
import type { CheckedRun } from './run-call.ts';

interface Props {
  call: BookedCall;
  run: CheckedRun | undefined;
  isRunning: boolean;
  /** The other side of the comparison; null: there is none. */
  other: string | null;
  comparison: RunComparison | null;
  onRun: () => void;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** One saved call: how it went, what it brought, and what differs on the other server. */
export function CallRow(props: Props) {
  const { call, run, isRunning, other, comparison } = props;
  const { name, tool } = call.test;
  return (
    <li className="px-4 py-2 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-48">
          <p className="wrap-anywhere">{name}</p>
          <p className="truncate font-mono text-sm text-muted">
            {tool} {JSON.stringify(call.test.arguments)}
          </p>
        </div>
        {isRunning ? <Badge tone="blue">Running</Badge> : run ? <Outcome run={run} /> : null}
        {comparison === null ? null : <Compared comparison={comparison} />}
        <span className="flex">
          <IconButton label={`Run ${name}`} onClick={props.onRun}>
            <Play aria-hidden />
          </IconButton>
          <IconButton label={`Edit ${name}`} onClick={props.onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={`Copy ${name}`} onClick={props.onCopy}>
            <Copy aria-hidden />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={props.onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
      {run === undefined || run.unmet.length === 0 ? null : (
        <ul aria-label={`Not met by ${name}`} className="mt-1 list-disc ps-5 text-sm text-fail">
          {run.unmet.map((sentence, index) => (
            <li key={index} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {comparison === null || comparison.verdict === 'same' ? null : (
        <details open>
          <summary className="flex min-h-9 items-center text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
            Differences: this server −, {other} +
          </summary>
          <DiffView
            before={comparison.first}
            after={comparison.second}
            label={`Differences of ${name}`}
            className="max-h-96 rounded-panel border text-sm"
          />
        </details>
      )}
      {run === undefined ? null : <Result run={run} />}
    </li>
  );
}

function Outcome({ run: { isPassed, milliseconds } }: { run: CheckedRun }) {
  return (
    <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
      <Badge tone={isPassed ? 'pass' : 'fail'}>{isPassed ? 'Passed' : 'Failed'}</Badge>
      {formatMilliseconds(milliseconds)}
    </span>
  );
}

const COMPARISONS = {
  same: { tone: 'pass', words: 'Same result' },
  different: { tone: 'warn', words: 'Different result' },
  'only-first': { tone: 'fail', words: 'Passes only here' },
  'only-second': { tone: 'fail', words: 'Passes only there' },
} as const;

function Compared({ comparison: { verdict } }: { comparison: RunComparison }) {
  const { tone, words } = COMPARISONS[verdict];
  return <Badge tone={tone}>{words}</Badge>;
}

function Result({ run: { outcome } }: { run: CheckedRun }) {
  return (
    <details>
      <summary className="flex min-h-9 items-center text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        Result
      </summary>
      <div className="pb-2">
        {outcome.ok ? (
          <ResultView result={outcome.value} outputSchema={null} />
        ) : (
          <FailedRequest problem={outcome} />
        )}
      </div>
    </details>
  );
}

import { getToolName } from 'ai';
import { Check, ChevronRight, Minus, X } from 'lucide-react';

import { problemsOf } from '#app/chat/chat-parts.ts';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { Elapsed, formatSeconds } from './elapsed.tsx';
import type { ToolCallPart } from './message-segments.ts';
import { describeActivity, subjectOf } from './tool-words.ts';

const SHOWN_PROBLEMS = 5;

interface Props {
  part: ToolCallPart;
  /** The turn is over: a call that has no answer never gets one. */
  isOver: boolean;
  /** Milliseconds, where they are known. */
  took: number | null;
}

/** One call of a tool: its effect, its state, and on demand its input and output. */
export function ActivityRow({ part, isOver, took }: Props) {
  const problems = problemsOf(part);
  const isDone = part.state === 'output-available';
  const isRunning = !isDone && part.state !== 'output-error' && !isOver;
  const tool = getToolName(part);
  const subject = subjectOf(tool, part.input);
  return (
    <>
      <details className="group text-sm">
        <summary className="flex min-h-8 list-none items-center gap-2 text-muted hover:text-ink pointer-coarse:min-h-11">
          <span className="flex size-4 shrink-0 items-center justify-center">
            <StateMark
              state={
                problems.length > 0 ? 'failed' : isDone ? 'done' : isRunning ? 'running' : 'stopped'
              }
            />
          </span>
          <span className="shrink-0">{describeActivity(tool, isDone)}</span>
          {subject ? <code className="min-w-0 truncate text-ink">{subject}</code> : null}
          <span className="ms-auto shrink-0 tabular-nums">
            {isRunning ? <Elapsed /> : took !== null && took >= 100 ? formatSeconds(took) : null}
          </span>
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
          />
        </summary>
        <div className="mb-2 ms-6 space-y-2">
          <Json label="Input" value={part.input} />
          {isDone ? <Json label="Output" value={part.output} /> : null}
        </div>
      </details>
      {problems.length > 0 ? (
        <ul className="mb-2 ms-6 text-sm text-fail">
          {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
          {problems.length > SHOWN_PROBLEMS ? (
            <li className="text-muted">and {problems.length - SHOWN_PROBLEMS} more</li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

const WORDS = { failed: 'failed', done: 'done', stopped: 'not finished' };

function StateMark({ state }: { state: 'failed' | 'done' | 'running' | 'stopped' }) {
  if (state === 'running') return <SpinnerMark />;
  const label = WORDS[state];
  if (state === 'failed') return <X aria-label={label} className="size-4 text-fail" />;
  if (state === 'done') return <Check aria-label={label} className="size-4 text-pass" />;
  return <Minus aria-label={label} className="size-4" />;
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <p className="text-muted">{label}</p>
      <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

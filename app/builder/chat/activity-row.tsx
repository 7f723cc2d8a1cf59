import { getToolName, type DynamicToolUIPart, type ToolUIPart } from 'ai';
import { Check, ChevronRight, X } from 'lucide-react';

import { SpinnerMark } from '#app/ui/spinner.tsx';

import { describeActivity, subjectOf } from './tool-words.ts';

type Part = ToolUIPart | DynamicToolUIPart;

/** One call of a tool: what it did, and on demand what it was given and gave. */
export function ActivityRow({ part }: { part: Part }) {
  const tool = getToolName(part);
  const problems = problemsOf(part);
  const isDone = part.state === 'output-available';
  const hasFailed = part.state === 'output-error' || problems.length > 0;
  const subject = subjectOf(part.input);
  return (
    <details className="group text-sm">
      <summary className="flex min-h-8 cursor-pointer list-none items-center gap-2 text-muted hover:text-ink pointer-coarse:min-h-11">
        <span className="flex size-4 shrink-0 items-center justify-center">
          {hasFailed ? (
            <X aria-label="failed" className="size-4 text-fail" />
          ) : isDone ? (
            <Check aria-label="done" className="size-4 text-pass" />
          ) : (
            <SpinnerMark />
          )}
        </span>
        <span>{describeActivity(tool, isDone)}</span>
        {subject ? <code className="min-w-0 truncate text-ink">{subject}</code> : null}
        <ChevronRight
          aria-hidden
          className="ml-auto size-4 shrink-0 transition-transform group-open:rotate-90"
        />
      </summary>
      <div className="mb-2 ml-6 space-y-2">
        <Json label="Given" value={part.input} />
        {part.state === 'output-error' ? <p className="text-fail">{part.errorText}</p> : null}
        {isDone ? <Json label="Answered" value={part.output} /> : null}
      </div>
      {problems.length > 0 ? (
        <ul className="mb-2 ml-6 text-fail">
          {problems.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </details>
  );
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

function problemsOf(part: Part): string[] {
  if (part.state !== 'output-available') return [];
  const output = part.output;
  if (typeof output !== 'object' || output === null || !('problems' in output)) return [];
  const { problems } = output;
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: { message?: unknown }) =>
    typeof problem.message === 'string' ? [problem.message] : [],
  );
}

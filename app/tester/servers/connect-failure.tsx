import { RotateCcw, SlidersHorizontal } from 'lucide-react';

import type { ConnectProblem } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';

import { explainProblem } from './explain-problem.ts';

interface Props {
  problem: ConnectProblem;
  target: ServerTarget;
  origin: string;
  onRetry: () => void;
  /** Changes the settings, and tries with them. */
  onFix: (change: Partial<ServerTarget>) => void;
  onSettings: () => void;
}

/** Says why no server answered, what to check, and offers what may help. */
export function ConnectFailure({ problem, target, origin, onRetry, onFix, onSettings }: Props) {
  const { title, next, fixes } = explainProblem(problem, target, origin);
  return (
    <div role="alert" className="max-w-3xl rounded-panel border border-fail bg-raised px-4 py-3">
      <p className="font-semibold text-fail">{title}</p>
      <p className="wrap-anywhere">{problem.message}</p>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-sm text-muted">
        {next.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ul>
      {problem.challenge === null ? null : (
        <p className="mt-2 text-sm wrap-anywhere text-muted">
          WWW-Authenticate: <code>{problem.challenge}</code>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {fixes.map(({ label, change }, at) => (
          <Button
            key={label}
            variant={at === 0 ? 'primary' : 'secondary'}
            onClick={() => onFix(change)}
          >
            {label}
          </Button>
        ))}
        <Button variant={fixes.length === 0 ? 'primary' : 'secondary'} onClick={onRetry}>
          <RotateCcw aria-hidden />
          Try again
        </Button>
        <Button variant="ghost" onClick={onSettings}>
          <SlidersHorizontal aria-hidden />
          Settings
        </Button>
      </div>
    </div>
  );
}

import { RotateCcw } from 'lucide-react';
import type { ComponentProps } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { GITHUB_PROBLEM_TYPES } from '#app/github/github-problem-types.ts';
import { Button } from '#app/ui/button.tsx';

import { ConnectGithub } from './connect-github.tsx';
import { CountedRetry } from './counted-retry.tsx';

const TYPES = GITHUB_PROBLEM_TYPES;

/** Titles of problems whose detail says what to do. */
const TITLES: Partial<Record<string, string>> = {
  [TYPES.off]: 'GitHub is not set up',
  [TYPES.notConnected]: 'GitHub is not connected',
  [TYPES.reconnect]: 'GitHub has to be reconnected',
  [TYPES.limited]: 'GitHub asks you to wait',
  [TYPES.unavailable]: 'GitHub does not answer',
};

/**
 * Says what failed on GitHub, and what helps: to connect it again where the connection is the reason, to try again
 * where GitHub asks for time.
 */
export function GithubFailureNote(props: ComponentProps<typeof FailureNote>) {
  const { failure, onRetry } = props;
  const problem = failure.reason === 'problem' ? failure.problem : null;
  const title = problem ? TITLES[problem.type] : undefined;
  if (problem === null || title === undefined) return <FailureNote {...props} />;
  const { type, detail, requestId, retryAfter } = problem;
  return (
    <div className="flex flex-col items-start gap-3">
      <div role="alert" className="w-full rounded-panel border border-fail bg-raised px-4 py-3">
        <p className="font-semibold text-fail">{title}</p>
        <p className="wrap-anywhere">{detail}</p>
        <p className="mt-2 text-sm text-muted">
          Request <code className="wrap-anywhere">{requestId}</code>
        </p>
      </div>
      {type === TYPES.reconnect ? <ConnectGithub label="Reconnect GitHub" /> : null}
      {type === TYPES.notConnected ? <ConnectGithub /> : null}
      {type === TYPES.limited && onRetry ? (
        <CountedRetry key={requestId} seconds={retryAfter ?? 0} onRetry={onRetry} />
      ) : null}
      {type === TYPES.unavailable && onRetry ? (
        <Button onClick={onRetry}>
          <RotateCcw aria-hidden />
          Try again
        </Button>
      ) : null}
    </div>
  );
}

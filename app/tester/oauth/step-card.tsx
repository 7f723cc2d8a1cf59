import type { OauthStep } from '#app/mcp-client/oauth/oauth-steps.ts';
import type { StepFinding, StepOutcome } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { SentRequests } from './sent-requests.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { StepUp } from './step-up.tsx';
import type { OauthFlow } from './use-oauth-flow.ts';

interface Props {
  step: OauthStep;
  number: number;
  flow: OauthFlow;
  target: ServerTarget;
}

/** One step: its state, what it has found, and its requests. */
export function StepCard({ step, number, flow, target }: Props) {
  const { state, run } = flow;
  const outcome = state.outcomes.get(step.id);
  const isRunning = state.running === step.id;
  return (
    <li className="rounded-panel border bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-muted tabular-nums">{number}</span>
        <h3 className="font-medium">{step.title}</h3>
        <StateBadge outcome={outcome} isRunning={isRunning} />
        {step.id === 'callback' ? null : (
          <Button
            className="ms-auto"
            disabled={state.running !== null}
            aria-label={`${outcome ? 'Run again' : 'Run'}: ${step.title}`}
            onClick={() => void run(step.id)}
          >
            {outcome ? 'Run again' : 'Run'}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{step.purpose}</p>
      {step.id === 'callback' ? <SignInStep flow={flow} /> : null}
      {outcome ? (
        <>
          <FindingList findings={outcome.findings} />
          <SentRequests exchanges={outcome.exchanges} facts={state.facts} target={target} />
        </>
      ) : null}
      {step.id === 'use' ? <StepUp flow={flow} /> : null}
    </li>
  );
}

function StateBadge({
  outcome,
  isRunning,
}: {
  outcome: StepOutcome | undefined;
  isRunning: boolean;
}) {
  if (isRunning) return <SpinnerMark />;
  if (outcome === undefined) return null;
  const isWarned = outcome.findings.some(({ verdict }) => verdict === 'warn');
  if (!outcome.result.ok) return <Badge tone="fail">Failed</Badge>;
  return isWarned ? (
    <Badge tone="warn">Done, with a warning</Badge>
  ) : (
    <Badge tone="pass">Done</Badge>
  );
}

const MARKS: Record<StepFinding['verdict'], { word: string; tone: string }> = {
  pass: { word: 'Pass', tone: 'text-pass' },
  warn: { word: 'Warning', tone: 'text-warn' },
  fail: { word: 'Problem', tone: 'text-fail' },
  note: { word: 'Note', tone: 'text-muted' },
};

function FindingList({ findings }: { findings: readonly StepFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul aria-live="polite" className="mt-2 space-y-1 text-sm">
      {findings.map(({ verdict, text }) => (
        <li key={text} className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
          <span className={MARKS[verdict].tone}>{MARKS[verdict].word}</span>
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  );
}

import { Play, RotateCcw } from 'lucide-react';

import { OAUTH_STEPS } from '#app/mcp-client/oauth/oauth-steps.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { Button } from '#app/ui/button.tsx';

import { FlowSettings } from './flow-settings.tsx';
import { findNextStep } from './flow-state.ts';
import { KeptTokens } from './kept-tokens.tsx';
import { StepCard } from './step-card.tsx';
import { useOauthFlow } from './use-oauth-flow.ts';

/** Walks through the authorization of a server step by step, whether it is connected or not. */
export function OauthPanel({ connection: { target } }: PanelProps) {
  const flow = useOauthFlow(target);
  const { state, runOn, reset } = flow;
  const next = findNextStep(state);
  const isWaiting = next === 'callback' && state.facts.request !== null;
  return (
    <div className="max-w-4xl space-y-5 px-4 py-5 sm:px-6">
      <div className="space-y-2">
        <h2 className="font-semibold">OAuth, step by step</h2>
        <p className="max-w-prose text-muted">
          Each step makes its requests, and shows what was sent, what came back and what follows.
          Nothing here needs a connection. Tokens stay in this browser.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={state.running !== null || next === null || isWaiting}
            onClick={() => void runOn()}
          >
            <Play aria-hidden />
            {state.outcomes.size === 0 ? 'Start' : 'Go on'}
          </Button>
          <Button disabled={state.outcomes.size === 0} onClick={reset}>
            <RotateCcw aria-hidden />
            Start over
          </Button>
        </div>
      </div>
      <FlowSettings settings={state.settings} facts={state.facts} onChange={flow.change} />
      <ol className="space-y-2">
        {OAUTH_STEPS.map((step, at) => (
          <StepCard key={step.id} step={step} number={at + 1} flow={flow} target={target} />
        ))}
      </ol>
      <KeptTokens target={target} facts={state.facts} />
    </div>
  );
}

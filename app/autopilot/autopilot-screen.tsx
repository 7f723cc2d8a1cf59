import { clsx } from 'clsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { createChat } from '#app/drafts/draft-client.ts';

import { beginAutopilot } from './autopilot-client.ts';
import { AutopilotRun } from './autopilot-run.tsx';
import type { AutopilotRequest, AutopilotState } from './autopilot-state.ts';
import { NewGoalForm } from './new-goal-form.tsx';

/** Autopilot: one goal, and the builder at work on it round after round. */
export function AutopilotScreen({ run }: { run: { id: string; state: AutopilotState } | null }) {
  const navigate = useNavigate();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function start(goal: AutopilotRequest, onBegun?: () => void) {
    setIsStarting(true);
    setFailure(null);
    const created = await createChat();
    const begun = created.ok ? await beginAutopilot(created.value.id, goal) : created;
    if (created.ok && begun.ok) {
      onBegun?.();
      await navigate(`/ai-loop?chat=${created.value.id}`);
    } else if (!begun.ok) {
      setFailure(begun);
    }
    setIsStarting(false);
  }

  return (
    <div className={clsx('mx-auto w-full grow px-4 py-8 sm:px-6', run ? 'max-w-4xl' : 'max-w-2xl')}>
      <h1 className="text-lg font-semibold">Autopilot</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        Set a goal. The builder plans, edits and checks the server, round after round, until the
        report reaches your target or the rounds are used up. You can stop it or take over at any
        time.
      </p>
      {run ? (
        <AutopilotRun
          id={run.id}
          initial={run.state}
          isStarting={isStarting}
          onStart={(goal) => void start(goal)}
        />
      ) : (
        <NewGoalForm
          isStarting={isStarting}
          onStart={(goal, onBegun) => void start(goal, onBegun)}
        />
      )}
      {failure ? (
        <div className="mt-4">
          <FailureNote failure={failure} onClose={() => setFailure(null)} />
        </div>
      ) : null}
    </div>
  );
}

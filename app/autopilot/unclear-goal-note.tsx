import { useId, useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Markdown } from '#app/ui/markdown.tsx';

import type { AutopilotRequest, AutopilotState } from './autopilot-state.ts';
import { GoalForm } from './goal-form.tsx';

interface Props {
  run: AutopilotState;
  unclear: NonNullable<AutopilotState['unclear']>;
  isStarting: boolean;
  onStart: (goal: AutopilotRequest) => void;
}

/** A goal that the builder could not begin with: what was unclear, what would help, and the goal to say again. */
export function UnclearGoalNote({ run, unclear, isStarting, onStart }: Props) {
  const { parts, said, question, choices } = unclear;
  const [goal, setGoal] = useState(run.goal);
  const title = useId();
  return (
    <section
      aria-labelledby={title}
      className="rounded-panel border border-pencil bg-raised px-4 py-4"
    >
      <h2 id={title} className="font-semibold">
        Rephrase the goal
      </h2>
      <dl className="mt-2 mb-5 space-y-3">
        {parts.length > 0 ? (
          <div>
            <dt className="text-sm text-muted">Not understood</dt>
            {parts.map((part) => (
              <dd key={part} className="wrap-anywhere">
                <q>{part}</q>
              </dd>
            ))}
          </div>
        ) : null}
        {said !== '' && parts.length === 0 ? (
          <div>
            <dt className="text-sm text-muted">The builder said</dt>
            <dd>
              <Markdown text={said} />
            </dd>
          </div>
        ) : null}
        {question === null ? null : (
          <div>
            <dt className="text-sm text-muted">What would help</dt>
            <dd>
              <Markdown text={question} />
              <Choices
                choices={choices}
                onPick={(choice) => setGoal(`${goal.trim()}\n${choice}`)}
              />
            </dd>
          </div>
        )}
      </dl>
      <GoalForm
        goal={goal}
        onGoal={setGoal}
        limits={run}
        isStarting={isStarting}
        onStart={onStart}
      />
    </section>
  );
}

function Choices({
  choices,
  onPick,
}: {
  choices: readonly string[];
  onPick: (choice: string) => void;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset aria-label="Add to the goal" className="mt-2 flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Button
          key={choice}
          className="max-w-full shrink py-1 text-start whitespace-normal"
          onClick={() => onPick(choice)}
        >
          {choice}
        </Button>
      ))}
    </fieldset>
  );
}

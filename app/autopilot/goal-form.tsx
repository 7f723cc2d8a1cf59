import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';

import { ModelMenu } from '#app/builder/connect/model-menu.tsx';
import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { MAX_ROUNDS, type AutopilotGoal, type AutopilotRequest } from './autopilot-state.ts';

/** The server takes no longer one. */
const LONGEST_GOAL = 4_000;

interface Props {
  goal: string;
  onGoal: (goal: string) => void;
  /** The limits that the form begins with. */
  limits: Pick<AutopilotGoal, 'target' | 'maxRounds' | 'model'>;
  /** Shown below the field of the goal. */
  examples?: ReactNode;
  isStarting: boolean;
  onStart: (goal: AutopilotRequest) => void;
}

/** The form for the goal of a run and its limits. */
export function GoalForm({ goal, onGoal, limits, examples, isStarting, onStart }: Props) {
  const [target, setTarget] = useState(String(limits.target));
  const [maxRounds, setMaxRounds] = useState(String(limits.maxRounds));
  const model = useModelChoice(limits.model ?? null);
  const ids = { goal: useId(), target: useId(), rounds: useId(), limit: useId() };
  const isTooLong = goal.length > LONGEST_GOAL;
  const canStart =
    goal.trim() !== '' && !isTooLong && isWithin(target, 100) && isWithin(maxRounds, MAX_ROUNDS);
  return (
    <form
      className="max-w-2xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!canStart || isStarting) return;
        const asked = { goal, target: Number(target), maxRounds: Number(maxRounds) };
        onStart({ ...asked, ...model.ask() });
      }}
    >
      <div>
        <label htmlFor={ids.goal} className="font-medium">
          Goal
        </label>
        <Textarea
          id={ids.goal}
          className="mt-1 min-h-28 max-md:text-[16px]"
          placeholder="Say what the server should do, or paste a document or cURL commands"
          aria-invalid={isTooLong}
          aria-describedby={isTooLong ? ids.limit : undefined}
          value={goal}
          onChange={(event) => onGoal(event.target.value)}
        />
        {isTooLong ? (
          <p id={ids.limit} role="alert" className="mt-1 text-sm text-warn">
            A goal can have up to {formatCount(LONGEST_GOAL)} characters; this one has{' '}
            {formatCount(goal.length)}. Attach documents in the chat of a server instead.
          </p>
        ) : null}
        {examples}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor={ids.target} className="font-medium">
            Target score
          </label>
          <Input
            id={ids.target}
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            required
            className="mt-1 max-md:text-[16px]"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
          <p className="mt-1 text-sm text-muted">
            Out of 100. The run ends when the report says Ready and has this score.
          </p>
        </div>
        <div>
          <label htmlFor={ids.rounds} className="font-medium">
            Maximum rounds
          </label>
          <Input
            id={ids.rounds}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_ROUNDS}
            required
            className="mt-1 max-md:text-[16px]"
            value={maxRounds}
            onChange={(event) => setMaxRounds(event.target.value)}
          />
          <p className="mt-1 text-sm text-muted">Each round counts as one builder turn.</p>
        </div>
      </div>
      <div>
        <p className="font-medium">Model</p>
        <div className="-ms-1 flex min-h-9 items-center">
          <ModelMenu model={model} />
        </div>
      </div>
      <Button type="submit" variant="primary" disabled={!canStart || isStarting}>
        <Play aria-hidden />
        {isStarting ? 'Starting' : 'Start'}
      </Button>
    </form>
  );
}

function isWithin(text: string, most: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

import { useKeptText } from '#app/ui/use-kept-text.ts';

import type { AutopilotRequest } from './autopilot-state.ts';
import { GoalForm } from './goal-form.tsx';

/** Goals that the built-in builder reaches, too. */
const EXAMPLES = [
  'Add a tool that gets https://api.example.com/users/{id} and returns name and email',
  'Start from the weather template',
  'curl https://api.example.com/orders/7 -H "Accept: application/json"',
];
const LIMITS = { target: 90, maxRounds: 5 };

/** The form for a first goal, whose text survives a reload. */
export function NewGoalForm({
  isStarting,
  onStart,
}: {
  isStarting: boolean;
  /** `onBegun` is called once the run has begun: its goal is no longer unsent text. */
  onStart: (goal: AutopilotRequest, onBegun: () => void) => void;
}) {
  const [goal, setGoal] = useKeptText('autopilot-goal');
  return (
    <GoalForm
      goal={goal}
      onGoal={setGoal}
      limits={LIMITS}
      examples={<Examples onPick={setGoal} />}
      isStarting={isStarting}
      onStart={(asked) => onStart(asked, () => setGoal(''))}
    />
  );
}

function Examples({ onPick }: { onPick: (goal: string) => void }) {
  return (
    <ul className="mt-2 flex flex-col items-start gap-1">
      {EXAMPLES.map((example) => (
        <li key={example} className="max-w-full">
          <button
            type="button"
            className="min-h-8 max-w-full text-start text-sm wrap-anywhere text-blue hover:underline pointer-coarse:min-h-11"
            onClick={() => onPick(example)}
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';

import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import { toCostText } from '#app/chat/messages/cost-text.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

import type { AutopilotState } from './autopilot-state.ts';

/** The usage of a run, its limits, and the model that works on it. */
export function AutopilotTotals({ run }: { run: AutopilotState }) {
  const { rounds, maxRounds } = run;
  const used = rounds.flatMap(({ usage }) => usage ?? []);
  const tokens = used.reduce((sum, usage) => sum + usage.tokens, 0);
  // A sum that leaves a round out would be taken for the whole.
  const isPriced = used.every(({ tokens: own, cost }) => own === 0 || cost !== null);
  const costs = isPriced ? used.flatMap(({ cost }) => cost ?? []) : [];
  const most = used.at(-1)?.mostTokens;
  return (
    <dl aria-label="Budget" className="flex flex-wrap gap-x-8 gap-y-2 text-sm tabular-nums">
      <Total name="Rounds">
        {rounds.length} of {maxRounds}
      </Total>
      {most === undefined ? null : (
        <Total name="Tokens">
          {formatCount(tokens)} of {formatCount(most * maxRounds)} at most
        </Total>
      )}
      {costs.length > 0 ? (
        <Total name="Cost">{toCostText(costs.reduce((sum, cost) => sum + cost, 0))}</Total>
      ) : null}
      <Total name="Model">
        <ModelLabel id={run.model ?? null} />
      </Total>
    </dl>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name of the model; if none was chosen, that of the default one. */
function ModelLabel({ id }: { id: string | null }) {
  const { models, chosen } = useModelChoice(id);
  const wanted = id ?? chosen;
  return models?.find((model) => model.id === wanted)?.label ?? id ?? '…';
}

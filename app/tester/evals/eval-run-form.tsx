import { Play, Square } from 'lucide-react';
import { useState } from 'react';

import { useModelChoice } from '#app/builder/connect/use-model-choice.ts';
import { DEFAULT_RUNS, type EvalFile } from '#app/evals/eval-file.ts';
import { listRuns } from '#app/evals/runs/run-eval.ts';
import type { OpenServer } from '#app/tester/panels.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Input } from '#app/ui/input.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import { ConnectModel } from './connect-model.tsx';
import type { EvalDesk, EvalState } from './eval-desk.ts';
import { describeTurns } from './describe-turns.ts';
import { toEvalModels, toEvalTargets } from './to-plan.ts';

const WAYS = [
  { value: 'together', label: 'All their tools at once' },
  { value: 'apart', label: 'Compare them' },
] as const;

const MAX_RUNS = 50;

/** Which models and servers the tasks are run with, how often, and the button that does it. */
export function EvalRunForm({
  desk,
  file,
  servers,
  running,
}: {
  desk: EvalDesk;
  file: EvalFile;
  servers: readonly OpenServer[];
  running: EvalState['running'];
}) {
  const model = useModelChoice(null);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [way, setWay] = useState<'together' | 'apart'>('together');
  const runs = file.runs ?? DEFAULT_RUNS;
  const choices = model.models ?? [];
  const chosen = picked ?? (model.chosen === '' ? [] : [model.chosen]);
  const models = toEvalModels(choices.filter(({ id }) => chosen.includes(id)));
  const used = servers.filter(({ target }) => !left.includes(target.id));
  const targets = toEvalTargets(used, way);
  const plan = { file, models, targets };
  const { length: count } = listRuns(plan);
  const paid = choices.filter(
    ({ id, own, kind }) => chosen.includes(id) && !own && kind !== 'built-in',
  );
  const toggle = (all: readonly string[], id: string) =>
    all.includes(id) ? all.filter((each) => each !== id) : [...all, id];
  return (
    <section aria-labelledby="eval-run" className="space-y-4">
      <h2 id="eval-run">Run</h2>
      <div className="grid gap-4 @min-[560px]:grid-cols-2">
        <Choices
          legend="Models"
          items={choices.map(({ id, label }) => ({ id, label }))}
          chosen={chosen}
          onToggle={(id) => setPicked(toggle(chosen, id))}
        />
        <Choices
          legend="Servers"
          items={servers.map(({ target: { id, name } }) => ({ id, label: name }))}
          chosen={used.map(({ target }) => target.id)}
          onToggle={(id) => setLeft(toggle(left, id))}
        />
      </div>
      <ConnectModel model={model} />
      {model.models === null && model.retry ? (
        <Button onClick={model.retry}>Reload models</Button>
      ) : null}
      {used.length > 1 ? (
        <Segmented label="Several servers" value={way} options={WAYS} onChange={setWay} />
      ) : null}
      <RunChoices file={file} runs={runs} onFile={desk.setFile} />
      <div className="flex flex-wrap items-center gap-3">
        {running ? (
          <Button onClick={desk.stop}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={count === 0}
            onClick={() => void desk.hold({ ...plan, targets: toEvalTargets(used, way) })}
          >
            <Play aria-hidden />
            {count === 1 ? 'Run 1 conversation' : `Run ${count} conversations`}
          </Button>
        )}
        <output className="text-sm text-muted tabular-nums">
          {running
            ? `${running.count} of ${running.of}${running.key ? `: ${running.key.task}` : ''}`
            : describeTurns((count / Math.max(1, chosen.length)) * paid.length)}
        </output>
      </div>
    </section>
  );
}

function RunChoices({
  file,
  runs,
  onFile,
}: {
  file: EvalFile;
  runs: number;
  onFile: (file: EvalFile) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <label className="flex items-center gap-2">
        Runs of each task
        <Input
          type="number"
          min={1}
          max={MAX_RUNS}
          className="w-20"
          value={runs}
          onChange={({ target }) => {
            const wanted = Math.trunc(target.valueAsNumber);
            if (wanted >= 1 && wanted <= MAX_RUNS) onFile({ ...file, runs: wanted });
          }}
        />
      </label>
      <label className="flex min-h-9 items-center gap-2">
        <Checkbox
          checked={file.destructive === 'call'}
          onChange={({ target }) =>
            onFile({ ...file, destructive: target.checked ? 'call' : 'skip' })
          }
        />
        Really call tools that destroy something
      </label>
    </div>
  );
}

function Choices({
  legend,
  items,
  chosen,
  onToggle,
}: {
  legend: string;
  items: readonly { id: string; label: string }[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      {items.map(({ id, label }) => (
        <label key={id} className="flex min-h-9 items-center gap-2 text-sm wrap-anywhere">
          <Checkbox checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

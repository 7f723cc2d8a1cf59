import type { FoundConfusion } from '#app/evals/report/find-confusions.ts';
import { proposeWording, type ProposedWording } from '#app/evals/report/propose-wording.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';

import type { HeldEval } from './eval-desk.ts';
import type { EvalLabels } from './to-labels.ts';

/** Tools that were taken for others: both descriptions side by side, and wordings that tell them apart. */
export function ConfusionList({
  confusions,
  held,
  labels,
}: {
  confusions: readonly FoundConfusion[];
  held: HeldEval;
  labels: EvalLabels;
}) {
  if (confusions.length === 0) return null;
  const catalog = held.targets.flatMap((target) => target.catalog);
  return (
    <section aria-labelledby="confusions" className="space-y-4">
      <h3 id="confusions">Chosen wrongly</h3>
      {confusions.map((found) => (
        <ConfusionCard
          key={JSON.stringify([found.expected, found.chosen])}
          found={found}
          catalog={catalog}
          labels={labels}
        />
      ))}
    </section>
  );
}

function ConfusionCard({
  found,
  catalog,
  labels,
}: {
  found: FoundConfusion;
  catalog: readonly CatalogTool[];
  labels: EvalLabels;
}) {
  const { expected, chosen, count, of, models, says } = found;
  const instead = chosen ?? 'No tool';
  const tool = catalog.find(({ name }) => name === expected) ?? null;
  const other = catalog.find(({ name }) => name === chosen) ?? null;
  // A name that a model made up has no description that could be better.
  const isMadeUp = chosen !== null && other === null;
  const proposed = tool === null || isMadeUp ? [] : proposeWording(found, tool, other);
  return (
    <article
      aria-label={`${instead} instead of ${expected}`}
      className="space-y-3 rounded-panel border bg-raised px-4 py-3"
    >
      <p className="wrap-anywhere">
        <code>
          <HiddenMarks text={instead} />
        </code>{' '}
        instead of{' '}
        <code>
          <HiddenMarks text={expected} />
        </code>
        <span className="text-sm text-muted">
          {' '}
          in {count} of {of} runs, by {models.map(labels.model).join(', ')}
        </span>
      </p>
      <p className="text-sm wrap-anywhere text-muted">{says.map((say) => `“${say}”`).join(' ')}</p>
      {isMadeUp ? <p className="text-sm">No server has a tool called {chosen}.</p> : null}
      <div className="grid gap-3 @min-[560px]:grid-cols-2">
        <DescriptionOf title={`Expected: ${expected}`} tool={tool} />
        {chosen === null ? null : <DescriptionOf title={`Chosen: ${chosen}`} tool={other} />}
      </div>
      {proposed.length > 0 ? <Proposals proposed={proposed} /> : null}
    </article>
  );
}

function DescriptionOf({ title, tool }: { title: string; tool: CatalogTool | null }) {
  const text =
    tool === null ? 'Not among the tools.' : tool.description || 'It has no description.';
  return (
    <div className="min-w-0 text-sm">
      <p className="font-medium wrap-anywhere">
        <HiddenMarks text={title} />
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <HiddenMarks text={text} />
      </p>
    </div>
  );
}

function Proposals({ proposed }: { proposed: readonly ProposedWording[] }) {
  return (
    <div className="space-y-2 border-t pt-3 text-sm">
      <p className="font-medium">Proposed wording</p>
      {proposed.map(({ name, description }) => (
        <div key={name} className="flex items-start gap-2">
          <p className="min-w-0 grow wrap-anywhere">
            <code>{name}</code>: <HiddenMarks text={description} />
          </p>
          <CopyButton text={description} what={`the wording of ${name}`} />
        </div>
      ))}
    </div>
  );
}

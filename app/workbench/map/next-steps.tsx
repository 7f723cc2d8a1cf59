import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ImportWarning, WarningAction } from '#app/blueprint/import/import-warning.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { WarningList } from '#app/workbench/report/warning-list.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

interface Step {
  title: string;
  why: string;
}

const STEPS: Record<WarningAction, Step> = {
  credentials: {
    title: 'Add credentials',
    why: 'Needed to call the real API. The mock upstream works without them.',
  },
  address: {
    title: 'Check the base URL',
    why: 'The document lists several addresses, or none that can be called.',
  },
  document: {
    title: 'Correct the document',
    why: 'Parts of it could not be read as written. Fix them there, then import it again.',
  },
};
const ORDER = ['credentials', 'address', 'document'] as const;

/** The steps left after an import, one entry for each action; those that need none are folded. */
export function NextSteps({
  screen,
  onSetup,
  onImport,
}: {
  screen: DraftScreen;
  onSetup: () => void;
  /** Opens the import of a newer document. */
  onImport: () => void;
}) {
  const { warnings, secrets, mayEdit } = screen.draft;
  const missing = secrets.filter(({ isSet }) => !isSet).map(({ name }) => name);
  const of = (action: WarningAction | undefined) =>
    warnings.filter((warning) => warning.action === action);
  const isOpen = (action: WarningAction) =>
    action === 'credentials' ? mayEdit && missing.length > 0 : of(action).length > 0;
  const steps = ORDER.filter(isOpen);
  // Credentials that are set leave nothing to do about them.
  const notes = warnings.filter(({ action }) => action === undefined || !isOpen(action));
  if (steps.length === 0 && notes.length === 0) return null;
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title" className="mb-2">
        {steps.length > 0 ? 'Next steps' : 'About the import'}
      </h2>
      <ul className="divide-y border-y">
        {steps.map((action) => (
          <StepItem
            key={action}
            step={STEPS[action]}
            names={action === 'credentials' ? missing : []}
            warnings={of(action)}
            action={
              !mayEdit ? null : action === 'document' ? (
                <Button onClick={onImport}>Import again</Button>
              ) : (
                <Button onClick={onSetup}>Open setup</Button>
              )
            }
          />
        ))}
        {notes.length > 0 ? (
          <li className="py-1.5">
            <Folded label={`${countOf(notes.length, 'note')} about the import, no action needed`}>
              <WarningList warnings={notes} />
            </Folded>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function StepItem({
  step,
  names,
  warnings,
  action,
}: {
  step: Step;
  /** Names of the missing items. */
  names: readonly string[];
  warnings: readonly ImportWarning[];
  action: ReactNode;
}) {
  const count = names.length > 0 ? names.length : warnings.length;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h3 className="flex items-center gap-2 font-medium">
            {step.title}
            <Badge tone="pencil">{formatCount(count)}</Badge>
          </h3>
          <p className="text-sm text-muted">{step.why}</p>
          {names.length > 0 ? (
            <p className="text-sm wrap-anywhere">
              <code>{names.join(', ')}</code>
            </p>
          ) : null}
        </div>
        {action}
      </div>
      {warnings.length > 0 ? (
        <Folded label={`${countOf(warnings.length, 'place')} in the document`}>
          <WarningList warnings={warnings} />
        </Folded>
      ) : null}
    </li>
  );
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group/folded">
      <summary className="flex min-h-8 items-center gap-1 text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight aria-hidden className="size-4 group-open/folded:rotate-90" />
        {label}
      </summary>
      <div className="mt-1 mb-2 ps-5">{children}</div>
    </details>
  );
}

function countOf(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`;
}

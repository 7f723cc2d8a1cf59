import type { ApiImport, ImportChanges, ToolImport } from '#app/blueprint/import/import-changes.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { describeImport } from './import-words.ts';

const MARKS = { added: 'new', changed: 'changed', removed: 'removed', kept: 'kept' } as const;

interface Props {
  changes: ImportChanges;
  /** Operations that are taken. */
  taken: ReadonlySet<string>;
  takesApis: boolean;
  onTake: (operations: readonly string[], isTaken: boolean) => void;
  onApis: (isTaken: boolean) => void;
}

/** The changes of an import, to choose from; what stays as it was edited is only shown. */
export function ChangeList({ changes, taken, takesApis, onTake, onApis }: Props) {
  const open = changes.tools.filter(isChoice);
  const kept = changes.tools.filter((tool) => !isChoice(tool));
  const apis = changes.apis.filter(({ change }) => change !== 'added');
  const isAll = open.every(({ operation }) => taken.has(operation));
  const isNone = open.every(({ operation }) => !taken.has(operation));
  return (
    <div className="space-y-4">
      {open.length > 0 ? (
        <section aria-label="Tools that change">
          <label className="flex items-center gap-3 border-b py-2 text-sm font-medium">
            <Checkbox
              checked={isAll}
              isMixed={!isAll && !isNone}
              onChange={() =>
                onTake(
                  open.map(({ operation }) => operation),
                  !isAll,
                )
              }
            />
            All changes of tools
          </label>
          <ul className="divide-y">
            {open.map((tool) => (
              <li key={tool.operation}>
                <label className="flex items-start gap-3 py-2 text-sm">
                  <Checkbox
                    className="mt-0.5"
                    checked={taken.has(tool.operation)}
                    onChange={(event) => onTake([tool.operation], event.currentTarget.checked)}
                  />
                  <Part name={tool.name} part={tool} />
                </label>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {apis.length > 0 ? (
        <section aria-label="APIs that change">
          <label className="flex items-start gap-3 border-y py-2 text-sm">
            <Checkbox
              className="mt-0.5"
              checked={takesApis}
              onChange={(event) => onApis(event.currentTarget.checked)}
            />
            <span className="min-w-0 grow space-y-1">
              {apis.map((api) => (
                <Part key={api.id} name={api.baseUrl} part={api} />
              ))}
            </span>
          </label>
        </section>
      ) : null}
      {kept.length > 0 ? (
        <section aria-label="Tools that stay as they were edited">
          <h3 className="mb-1 text-sm font-medium">Stay as you edited them</h3>
          <ul className="space-y-1 text-sm">
            {kept.map((tool) => (
              <li key={tool.name}>
                <Part name={tool.name} part={tool} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** Whether there is something to choose about a tool. */
export function isChoice({ change }: Pick<ToolImport, 'change'>): boolean {
  return change !== 'kept';
}

function Part({ name, part }: { name: string; part: ToolImport | ApiImport }) {
  return (
    <span className="block min-w-0 grow wrap-anywhere">
      <code>{name}</code> <Badge>{MARKS[part.change]}</Badge>
      <span className="block text-muted">{describeImport(part)}</span>
    </span>
  );
}

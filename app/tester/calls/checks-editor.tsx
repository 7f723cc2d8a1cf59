import { Plus, X } from 'lucide-react';
import { useId } from 'react';

import { TEST_LIMITS } from '#app/blueprint/saved-tests/saved-test.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';

import type { CheckFields } from './test-fields.ts';

const OPERATORS: readonly [CheckFields['is'], string][] = [
  ['equals', 'equals'],
  ['matches', 'matches the pattern'],
  ['present', 'is present'],
  ['absent', 'is absent'],
];

interface Props {
  checks: readonly CheckFields[];
  /** Sentences on what is wrong, by `expect.checks.0.path`. */
  problems: ReadonlyMap<string, string>;
  onChange: (checks: CheckFields[]) => void;
}

/** The conditions on single values of an answer: path, operator and value of each. */
export function ChecksEditor({ checks, problems, onChange }: Props) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Response checks</legend>
      <p className="mb-2 text-sm text-muted">
        Paths start at the structured content, such as <code>$.items[0].name</code>, or{' '}
        <code>$.items[*].id</code> for every item.
      </p>
      <ul aria-label="Response checks" className="space-y-2">
        {checks.map((check, index) => (
          <li key={index}>
            <CheckRow
              check={check}
              number={index + 1}
              problem={problemOf(problems, index)?.[1]}
              isOfPath={!/\.(value|pattern)$/.test(problemOf(problems, index)?.[0] ?? '')}
              onChange={(changed) => onChange(checks.with(index, changed))}
              onRemove={() => onChange(checks.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button
        className="mt-2"
        disabled={checks.length >= TEST_LIMITS.checks}
        onClick={() => onChange([...checks, { path: '$.', is: 'equals', value: '' }])}
      >
        <Plus aria-hidden />
        Add check
      </Button>
    </fieldset>
  );
}

function CheckRow({
  check,
  number,
  problem,
  isOfPath,
  onChange,
  onRemove,
}: {
  check: CheckFields;
  number: number;
  problem: string | undefined;
  /** The problem is about the path, and not the value beside it. */
  isOfPath: boolean;
  onChange: (check: CheckFields) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const invalid = {
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : id,
  };
  // The path, unless the problem is about the value.
  const isOfValue = problem !== undefined && !isOfPath;
  const hasValue = check.is === 'equals' || check.is === 'matches';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          aria-label={`Path ${number}`}
          {...(isOfValue ? {} : invalid)}
          className="min-w-36 grow basis-36 font-mono md:text-sm"
          spellCheck={false}
          value={check.path}
          onChange={(event) => onChange({ ...check, path: event.currentTarget.value })}
        />
        <Select
          aria-label={`Operator ${number}`}
          className="w-48 max-sm:grow"
          value={check.is}
          onChange={(event) => {
            const chosen = OPERATORS.find(([is]) => is === event.currentTarget.value);
            if (chosen) onChange({ ...check, is: chosen[0] });
          }}
        >
          {OPERATORS.map(([is, label]) => (
            <option key={is} value={is}>
              {label}
            </option>
          ))}
        </Select>
        {hasValue ? (
          <Input
            aria-label={check.is === 'equals' ? `Value ${number}` : `Pattern ${number}`}
            {...(isOfValue ? invalid : {})}
            className="min-w-36 grow basis-36 font-mono md:text-sm"
            spellCheck={false}
            value={check.value}
            onChange={(event) => onChange({ ...check, value: event.currentTarget.value })}
          />
        ) : null}
        <IconButton label={`Remove value ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {problem === undefined ? null : (
        <p id={id} className="mt-1 text-sm text-fail">
          {problem}
        </p>
      )}
    </>
  );
}

/** Place and sentence of what is wrong with a check. */
function problemOf(problems: ReadonlyMap<string, string>, index: number) {
  return [...problems].find(([place]) => `${place}.`.startsWith(`expect.checks.${index}.`));
}

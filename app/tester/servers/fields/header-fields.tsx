import { Plus, X } from 'lucide-react';
import { useId } from 'react';

import type { TargetHeader } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';

import type { TargetProblems } from './check-target.ts';
import { FieldProblem } from './field-problem.tsx';
import { SecretInput } from './secret-input.tsx';

interface Props {
  headers: readonly TargetHeader[];
  problems: TargetProblems;
  onHeaders: (headers: TargetHeader[]) => void;
}

/** Headers that are sent with each request, their values masked. */
export function HeaderFields({ headers, problems, onHeaders }: Props) {
  const change = (at: number, part: Partial<TargetHeader>) =>
    onHeaders(headers.map((header, index) => (index === at ? { ...header, ...part } : header)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Headers</legend>
      <ul className="space-y-2">
        {headers.map((header, at) => (
          <HeaderRow
            key={at}
            at={at}
            header={header}
            problem={problems.get(`header ${at}`)}
            onChange={(part) => change(at, part)}
            onRemove={() => onHeaders(headers.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      <Button
        variant="ghost"
        className="mt-1 -ms-3"
        onClick={() => onHeaders([...headers, { name: '', value: '' }])}
      >
        <Plus aria-hidden />
        Add a header
      </Button>
    </fieldset>
  );
}

interface RowProps {
  at: number;
  header: TargetHeader;
  problem: string | undefined;
  onChange: (part: Partial<TargetHeader>) => void;
  onRemove: () => void;
}

function HeaderRow({ at, header, problem, onChange, onRemove }: RowProps) {
  const id = useId();
  const wrong = problem ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {};
  return (
    <li>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 gap-y-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
        <Input
          aria-label={`Name of header ${at + 1}`}
          placeholder="X-Api-Key"
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono text-sm"
          value={header.name}
          {...wrong}
          onChange={(event) => onChange({ name: event.currentTarget.value.trim() })}
        />
        <div className="flex max-sm:col-start-1">
          <SecretInput
            what={`the value of header ${at + 1}`}
            aria-label={`Value of header ${at + 1}`}
            placeholder="Value"
            value={header.value}
            {...wrong}
            onValue={(value) => onChange({ value })}
          />
        </div>
        <IconButton
          label={`Remove header ${at + 1}`}
          className="self-center max-sm:col-start-2 max-sm:row-start-1"
          onClick={onRemove}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      <FieldProblem id={id} message={problem} />
    </li>
  );
}

import { useId, type ReactNode } from 'react';

import { REVISIONS, type EraChoice, type ServerTarget } from '#app/mcp-client/target.ts';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import { AuthFields } from './auth-fields.tsx';
import type { TargetProblems } from './check-target.ts';
import { FieldProblem } from './field-problem.tsx';
import { HeaderFields } from './header-fields.tsx';

const TRANSPORTS = [
  { value: 'http', label: 'Streamable HTTP' },
  { value: 'sse', label: 'HTTP+SSE (2024)' },
] as const;

const ROUTES = [
  { value: 'auto', label: 'Automatic' },
  { value: 'direct', label: 'From this browser' },
  { value: 'relay', label: 'Through the relay' },
] as const;

const ROUTE_NOTES = {
  auto: 'Your browser asks the server itself. Where it cannot, our relay does, and you see why.',
  direct: 'Only your browser asks: for servers on your machine or in your network.',
  relay: 'Our relay passes each request on. It stores nothing, and reaches public addresses only.',
} as const;

interface Props {
  target: ServerTarget;
  problems: TargetProblems;
  onChange: (part: Partial<ServerTarget>) => void;
}

/** Everything about a server besides its address. */
export function SettingsFields({ target, problems, onChange }: Props) {
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          maxLength={80}
          value={target.name}
          onValue={(name) => onChange({ name })}
        />
        <EraField era={target.era} onEra={(era) => onChange({ era })} />
      </div>
      <Choice title="Transport">
        <Segmented
          label="Transport"
          value={target.transport}
          options={TRANSPORTS}
          onChange={(transport) => onChange({ transport })}
        />
      </Choice>
      <Choice title="Route" note={ROUTE_NOTES[target.route]}>
        <Segmented
          label="Route"
          value={target.route}
          options={ROUTES}
          className="max-sm:flex-wrap"
          onChange={(route) => onChange({ route })}
        />
      </Choice>
      <AuthFields target={target} problems={problems} onAuth={(auth) => onChange({ auth })} />
      <HeaderFields
        headers={target.headers}
        problems={problems}
        onHeaders={(headers) => onChange({ headers })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SecondsField
          label="Seconds without an answer or progress"
          milliseconds={target.timeoutMs}
          problem={problems.get('timeoutMs')}
          onMilliseconds={(timeoutMs) => onChange({ timeoutMs })}
        />
        <SecondsField
          label="Seconds in all"
          milliseconds={target.maxTimeoutMs}
          problem={problems.get('maxTimeoutMs')}
          onMilliseconds={(maxTimeoutMs) => onChange({ maxTimeoutMs })}
        />
      </div>
    </div>
  );
}

function Choice({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{title}</p>
      {children}
      {note ? <p className="mt-1 max-w-prose text-sm text-muted">{note}</p> : null}
    </div>
  );
}

function EraField({ era, onEra }: { era: EraChoice; onEra: (era: EraChoice) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Protocol revision
      </label>
      <Select
        id={id}
        value={era}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onEra(REVISIONS.find((each) => each === value) ?? (value === 'legacy' ? value : 'auto'));
        }}
      >
        <option value="auto">Automatic: newest</option>
        <option value="legacy">Legacy: initialize first</option>
        {REVISIONS.map((revision) => (
          <option key={revision} value={revision}>
            {revision} only
          </option>
        ))}
      </Select>
    </div>
  );
}

function SecondsField({
  label,
  milliseconds,
  problem,
  onMilliseconds,
}: {
  label: string;
  milliseconds: number;
  problem: string | undefined;
  onMilliseconds: (milliseconds: number) => void;
}) {
  const id = useId();
  return (
    <div>
      <Field
        label={label}
        type="number"
        min={1}
        max={3600}
        value={Number.isNaN(milliseconds) ? '' : milliseconds / 1_000}
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
        onValue={(value) => onMilliseconds(value === '' ? Number.NaN : Number(value) * 1_000)}
      />
      <FieldProblem id={id} message={problem} />
    </div>
  );
}

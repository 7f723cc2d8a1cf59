import { useEffect, useId, useRef, useState } from 'react';

import { TEST_LIMITS, type SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { ChecksEditor } from './checks-editor.tsx';
import { readTestFields, type TestFields } from './test-fields.ts';

const UPSTREAMS = [
  { value: 'any', label: 'Both' },
  { value: 'mock', label: 'Mock' },
  { value: 'real', label: 'Real API' },
] as const;

const OUTCOMES = [
  { value: 'success', label: 'Succeeds' },
  { value: 'error', label: 'Fails with an error' },
] as const;

interface Props {
  start: TestFields;
  /** Names to choose from. */
  tools: readonly string[];
  isBusy: boolean;
  /** Of a server that is not ours: nothing is known of the API behind it. */
  isForeign?: boolean;
  onSave: (test: SavedTest) => void;
  onCancel: () => void;
}

/** The call of a saved test, and what is expected of it. */
export function TestForm({ start, tools, isBusy, isForeign = false, onSave, onCancel }: Props) {
  const [fields, setFields] = useState(start);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const change = (part: Partial<TestFields>) => setFields({ ...fields, ...part });

  function save() {
    const read = readTestFields(fields);
    setProblems(read.ok ? new Map() : read.problems);
    if (read.ok) onSave(read.value);
    else setTries(tries + 1);
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) save();
      }}
    >
      <div className="min-h-0 space-y-5 overflow-y-auto p-4">
        <CallFields
          fields={fields}
          tools={tools}
          isForeign={isForeign}
          problems={problems}
          onChange={change}
        />
        <ExpectationFields
          fields={fields}
          isForeign={isForeign}
          problems={problems}
          onChange={change}
        />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
        {problems.size > 0 ? (
          <p role="alert" className="me-auto text-sm text-fail">
            {problems.size === 1 ? '1 field is not valid' : `${problems.size} fields are not valid`}
          </p>
        ) : null}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : isForeign ? 'Save the call' : 'Save the test'}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  fields: TestFields;
  isForeign: boolean;
  problems: ReadonlyMap<string, string>;
  onChange: (part: Partial<TestFields>) => void;
}

function CallFields({
  fields,
  tools,
  isForeign,
  problems,
  onChange,
}: PartProps & { tools: readonly string[] }) {
  const invalid = useInvalid(problems);
  const list = useId();
  const text = useId();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <Field
            label="Name"
            {...invalid.of('name')}
            maxLength={TEST_LIMITS.nameCharacters}
            value={fields.name}
            onValue={(name) => onChange({ name })}
          />
          <Problem {...invalid.says('name')} />
        </div>
        <div>
          <Field
            label="Tool"
            {...invalid.of('tool')}
            list={list}
            className="font-mono md:text-sm"
            spellCheck={false}
            value={fields.tool}
            onValue={(tool) => onChange({ tool })}
          />
          <datalist id={list}>
            {tools.map((tool) => (
              <option key={tool} value={tool}>
                {tool}
              </option>
            ))}
          </datalist>
          <Problem {...invalid.says('tool')} />
        </div>
      </div>
      <div>
        <label htmlFor={text} className="mb-1 block text-sm font-medium">
          Arguments, as JSON
        </label>
        <Textarea
          id={text}
          rows={4}
          spellCheck={false}
          className="font-mono md:text-sm"
          {...invalid.of('arguments')}
          value={fields.argumentsText}
          onChange={(event) => onChange({ argumentsText: event.currentTarget.value })}
        />
        <Problem {...invalid.says('arguments')} />
      </div>
      {isForeign ? null : (
        <UpstreamChoice
          upstream={fields.upstream}
          onChange={(upstream) => onChange({ upstream })}
        />
      )}
    </>
  );
}

function UpstreamChoice({
  upstream,
  onChange,
}: {
  upstream: TestFields['upstream'];
  onChange: (upstream: TestFields['upstream']) => void;
}) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">Upstream</p>
      <Segmented label="Upstream" value={upstream} options={UPSTREAMS} onChange={onChange} />
      <p className="mt-1 text-sm text-muted">
        Real API data can change: use separate tests to compare its values.
      </p>
    </div>
  );
}

function ExpectationFields({ fields, isForeign, problems, onChange }: PartProps) {
  const invalid = useInvalid(problems);
  return (
    <>
      <div>
        <p className="mb-1 text-sm font-medium">Expected outcome</p>
        <Segmented
          label="Expected outcome"
          value={fields.outcome}
          options={OUTCOMES}
          onChange={(outcome) => onChange({ outcome })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <div hidden={isForeign}>
          <Field
            label="HTTP status of the API (optional)"
            {...invalid.of('expect.status')}
            inputMode="numeric"
            value={fields.status}
            onValue={(status) => onChange({ status })}
          />
          <Problem {...invalid.says('expect.status')} />
        </div>
        <div>
          <Field
            label="Time budget in ms (optional)"
            {...invalid.of('expect.maxMs')}
            inputMode="numeric"
            value={fields.maxMs}
            onValue={(maxMs) => onChange({ maxMs })}
          />
          <Problem {...invalid.says('expect.maxMs')} />
        </div>
      </div>
      <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <Checkbox
          checked={fields.fitsSchema}
          onChange={(event) => onChange({ fitsSchema: event.currentTarget.checked })}
        />
        The answer fits the tool’s output schema
      </label>
      <ChecksEditor
        checks={fields.checks}
        problems={problems}
        onChange={(checks) => onChange({ checks })}
      />
    </>
  );
}

/** Ties what is wrong to the fields, by their places in the test. */
function useInvalid(problems: ReadonlyMap<string, string>) {
  const id = useId();
  return {
    of: (place: string) => ({
      'aria-invalid': problems.has(place),
      'aria-describedby': problems.has(place) ? `${id}-${place}` : undefined,
    }),
    says: (place: string) => ({ id: `${id}-${place}`, text: problems.get(place) }),
  };
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="mt-1 text-sm wrap-anywhere text-fail">
      {text}
    </p>
  );
}

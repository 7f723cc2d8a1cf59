import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { isReady } from '#app/drafts/secrets/needs-secrets.ts';
import { findArgumentProblems, NO_PROBLEMS } from '#app/schema-form/find-argument-problems.ts';
import { JsonArgumentsField } from '#app/schema-form/json-arguments-field.tsx';
import { parseArguments } from '#app/schema-form/parse-arguments.ts';
import { SchemaForm } from '#app/schema-form/schema-form.tsx';
import { startArguments } from '#app/schema-form/start-arguments.ts';
import { Button } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import { SendBar } from './send-bar.tsx';
import type { Trials } from './use-trials.ts';

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

/** A call's arguments, as a form or as JSON; both show the same. */
export function ArgumentsForm({
  tool,
  blueprint: { definitions, upstreams },
  draft,
  trials,
}: {
  tool: Tool;
  blueprint: Blueprint;
  draft: DraftView;
  trials: Trials;
}) {
  const [mode, setMode] = useState<'form' | 'json'>('form');
  // From the first call on, problems are shown while they are being fixed.
  const [isChecked, setChecked] = useState(false);
  const start = useMemo(() => toText(startArguments(tool, definitions)), [tool, definitions]);
  const text = trials.state.texts[tool.name] ?? start;
  const parsed = parseArguments(text);
  const problems =
    isChecked && parsed.ok ? findArgumentProblems(tool, definitions, parsed.value) : NO_PROBLEMS;
  const [isReadable, setReadable] = useState(true);
  const canSend = parsed.ok && (isReadable || mode === 'json');
  const isRunning = trials.state.running === tool.name;
  const isMock = draft.environment === 'mock' || !draft.token;

  function change(next: string) {
    trials.dispatch({ kind: 'argumentsChanged', tool: tool.name, text: next });
  }

  function send() {
    if (!canSend) return;
    setChecked(true);
    void trials.send({
      url: draft.endpoint,
      token: draft.token ?? null,
      tool: tool.name,
      argumentsText: text,
    });
  }

  function useKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && isRunning) {
      event.preventDefault();
      trials.stop();
    }
  }

  return (
    // Keys reach the fields first; the form only listens to what they leave over.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={`Arguments of ${tool.name}`}
      noValidate
      className="grow"
      onKeyDown={useKeys}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="my-4 flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Arguments as" value={mode} options={MODES} onChange={setMode} />
        <StartAgain
          tool={tool}
          isChanged={text !== start}
          onReset={() => change(start)}
          onPick={change}
        />
      </div>
      {mode === 'json' ? (
        <JsonArgumentsField text={text} isValid={parsed.ok} problems={problems} onChange={change} />
      ) : parsed.ok ? (
        <SchemaForm
          schema={tool.inputSchema}
          definitions={definitions}
          value={parsed.value}
          problems={problems}
          onChange={(value) => change(toText(value))}
          onReadable={setReadable}
        />
      ) : (
        <p className="text-sm text-muted">Fix the JSON to see the form again.</p>
      )}
      {parsed.ok ? null : <Refusal message={parsed.message} />}
      <SendBar
        isRunning={isRunning}
        canSend={canSend}
        isMock={isMock}
        problems={problems.size}
        needsSecrets={!isMock && !isReady(tool, upstreams, draft.secrets)}
        onStop={trials.stop}
      />
    </form>
  );
}

function Refusal({ message }: { message: string }) {
  return (
    <p role="alert" className="mt-1 text-sm text-fail">
      {message}
    </p>
  );
}

/** Brings back the example, or another one of the document. */
function StartAgain({
  tool,
  isChanged,
  onReset,
  onPick,
}: {
  tool: Tool;
  isChanged: boolean;
  onReset: () => void;
  onPick: (text: string) => void;
}) {
  return (
    <span className="flex items-center gap-2">
      {isChanged ? (
        <Button variant="ghost" onClick={onReset}>
          <RotateCcw aria-hidden />
          Reset
        </Button>
      ) : null}
      <ExamplePicker tool={tool} onPick={(value) => onPick(toText(value))} />
    </span>
  );
}

function ExamplePicker({ tool, onPick }: { tool: Tool; onPick: (value: unknown) => void }) {
  const examples = tool.examples ?? [];
  if (examples.length < 2) return null;
  return (
    <Select
      aria-label="Example call"
      value=""
      className="w-48"
      onChange={(event) => {
        const example = examples[Number(event.target.value)];
        if (example) onPick(example.arguments);
      }}
    >
      <option value="" disabled>
        Examples
      </option>
      {examples.map((example, index) => (
        <option key={index} value={index}>
          {example.name ?? `Example ${index + 1}`}
        </option>
      ))}
    </Select>
  );
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import type { DraftView } from './draft.ts';
import { isReady } from './needs-secrets.ts';
import { startValue } from './schema-form/form-value.ts';
import { parseArguments } from './schema-form/parse-arguments.ts';
import { SchemaForm } from './schema-form/schema-form.tsx';
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
  const text = trials.state.texts[tool.name] ?? startText(tool, definitions);
  const parsed = parseArguments(text);
  const isRunning = trials.state.running === tool.name;
  const isMock = draft.environment === 'mock' || !draft.token;

  function change(next: string) {
    trials.dispatch({ kind: 'argumentsChanged', tool: tool.name, text: next });
  }

  function send() {
    if (!parsed.ok) return;
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
        <ExamplePicker tool={tool} onPick={(value) => change(toText(value))} />
      </div>
      {mode === 'json' ? (
        <Textarea
          aria-label="Arguments as JSON"
          aria-invalid={!parsed.ok}
          rows={8}
          spellCheck={false}
          className="font-mono md:text-sm"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      ) : parsed.ok ? (
        <SchemaForm
          schema={tool.inputSchema}
          definitions={definitions}
          value={parsed.value}
          onChange={(value) => change(toText(value))}
        />
      ) : (
        <p className="text-sm text-muted">The form shows again once the JSON is mended.</p>
      )}
      {parsed.ok ? null : (
        <p role="alert" className="mt-1 text-sm text-fail">
          {parsed.message}
        </p>
      )}
      <SendBar
        isRunning={isRunning}
        canSend={parsed.ok}
        isMock={isMock}
        needsSecrets={!isMock && !isReady(tool, upstreams, draft.secrets)}
        onStop={trials.stop}
      />
    </form>
  );
}

/** Sends or stops, and says who will answer. */
function SendBar({
  isRunning,
  canSend,
  isMock,
  needsSecrets,
  onStop,
}: {
  isRunning: boolean;
  canSend: boolean;
  isMock: boolean;
  needsSecrets: boolean;
  onStop: () => void;
}) {
  return (
    <div className="sticky bottom-0 -mx-4 mt-4 flex flex-wrap items-center gap-3 border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      {isRunning ? (
        <Button onClick={onStop}>
          <Square aria-hidden />
          Stop
        </Button>
      ) : (
        <Button type="submit" variant="primary" disabled={!canSend}>
          <Play aria-hidden />
          Send
          <SendKeys />
        </Button>
      )}
      {isMock ? <Badge tone="warn">Mock upstream</Badge> : <Badge tone="blue">Real upstream</Badge>}
      {needsSecrets ? <Badge tone="pencil">needs secrets</Badge> : null}
    </div>
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

/** The first example call; where there is none, what the schema leaves no choice about. */
function startText(tool: Tool, definitions: Blueprint['definitions']): string {
  const example = tool.examples?.[0]?.arguments;
  return toText(example ?? startValue(tool.inputSchema, definitions));
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

import { Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { JsonArgumentsField } from '#app/schema-form/json-arguments-field.tsx';
import { parseArguments } from '#app/schema-form/parse-arguments.ts';
import { findValueProblems } from '#app/schema-form/find-value-problems.ts';
import { NO_PROBLEMS } from '#app/schema-form/find-argument-problems.ts';
import { SchemaForm } from '#app/schema-form/schema-form.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';

import type { ServerTool } from './read-tools.ts';
import { useToolCall } from './use-tool-call.ts';

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;
/** JavaScript changes the last digits of such a number. */
const LONG_NUMBER = /(?:^|[:[,\s])-?\d{16,}(?:[,}\]\s]|$)/;

/** The arguments of a call as a form or as JSON, both of which show the same, and its button. */
export function ToolCallForm({
  tool,
  connection,
}: {
  tool: ServerTool;
  connection: ServerConnection;
}) {
  const call = useToolCall(tool, connection);
  const { schema, start, text, change, isRunning } = call;
  const [mode, setMode] = useState<'form' | 'json'>(tool.inputSchema ? 'form' : 'json');
  const [isChecked, setChecked] = useState(false);
  // A field whose text is no value: without it, another call would be sent than the one that is shown.
  const [isReadable, setReadable] = useState(true);
  const parsed = parseArguments(text);
  const canSend = parsed.ok && (isReadable || mode === 'json') && !isRunning;
  const problems = isChecked && parsed.ok ? findValueProblems(schema, parsed.value) : NO_PROBLEMS;

  function send() {
    if (!canSend || !parsed.ok) return;
    setChecked(true);
    call.send(parsed.value);
  }

  function useKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && isRunning) {
      event.preventDefault();
      call.cancel();
    }
  }

  return (
    // Keys reach the fields first; the form only listens to what they leave over.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={`Arguments of ${tool.name}`}
      noValidate
      className="border-t pt-4"
      onKeyDown={useKeys}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Arguments as" value={mode} options={MODES} onChange={setMode} />
        {text === start ? null : (
          <Button variant="ghost" onClick={() => change(start)}>
            <RotateCcw aria-hidden />
            Reset
          </Button>
        )}
      </div>
      {mode === 'json' ? (
        <JsonArgumentsField text={text} isValid={parsed.ok} problems={problems} onChange={change} />
      ) : parsed.ok ? (
        <SchemaForm
          schema={schema}
          value={parsed.value}
          problems={problems}
          onChange={(value) => change(JSON.stringify(value, null, 2))}
          onReadable={setReadable}
        />
      ) : (
        <p className="text-sm text-muted">Fix the JSON to see the form again.</p>
      )}
      {parsed.ok ? null : (
        <p role="alert" className="mt-1 text-sm text-fail">
          {parsed.message}
        </p>
      )}
      <Notes text={text} problems={problems.size} />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={!canSend}>
          <Play aria-hidden />
          Call
          <SendKeys />
        </Button>
        {call.taskChoice === 'optional' ? (
          <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <Checkbox
              checked={call.wantsTask}
              onChange={() => call.setWantsTask(!call.wantsTask)}
            />
            Run as a task
          </label>
        ) : null}
      </div>
    </form>
  );
}

/** Remarks on the arguments that were sent, or are about to be. */
function Notes({ text, problems }: { text: string; problems: number }) {
  return (
    <>
      {LONG_NUMBER.test(text) ? (
        <p className="mt-1 text-sm text-warn">
          A number of more than 15 digits may change its last ones on the way. Write it in quotes if
          the tool takes text.
        </p>
      ) : null}
      {problems > 0 ? (
        <p role="alert" className="mt-2 text-sm text-fail">
          {problems === 1
            ? '1 argument does not fit the schema. It was sent as it is.'
            : `${problems} arguments do not fit the schema. They were sent as they are.`}
        </p>
      ) : null}
    </>
  );
}

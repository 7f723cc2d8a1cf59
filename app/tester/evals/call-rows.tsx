import { Plus, X } from 'lucide-react';

import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';

import { NEW_CALL, type TaskForm } from './task-form.ts';

type Calls = TaskForm['calls'];

/** The calls that a task expects: tool, conditions on arguments, and their order. */
export function CallRows({
  form,
  catalog,
  onChange,
}: {
  form: TaskForm;
  catalog: readonly CatalogTool[];
  onChange: (more: Partial<TaskForm>) => void;
}) {
  const { calls, order, others } = form;
  return (
    <div className="space-y-2">
      {calls.map((call, at) => (
        <div key={at} className="flex flex-wrap items-center gap-2">
          <ToolSelect
            label={`Tool ${at + 1}`}
            call={call}
            catalog={catalog}
            onTool={(tool, server) =>
              onChange({ calls: calls.with(at, { ...call, tool, server }) })
            }
          />
          <Input
            aria-label={`Arguments ${at + 1}`}
            className="min-w-0 grow basis-60 font-mono"
            value={call.arguments}
            placeholder='{"a": 2, "note": {"contains": "x"}}'
            onChange={(event) =>
              onChange({ calls: calls.with(at, { ...call, arguments: event.target.value }) })
            }
          />
          <IconButton
            label={`Remove call ${at + 1}`}
            onClick={() => onChange({ calls: calls.toSpliced(at, 1) })}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <p className="text-sm text-muted">
        Arguments are JSON by name: a value, or a matcher (equals, oneOf, contains, matches,
        atLeast, atMost, present). What is not named may be anything.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Button onClick={() => onChange({ calls: [...calls, NEW_CALL] })}>
          <Plus aria-hidden />
          Add a call
        </Button>
        <label className="flex min-h-9 items-center gap-2">
          <Checkbox
            checked={order === 'listed'}
            onChange={(event) => onChange({ order: event.target.checked ? 'listed' : 'any' })}
          />
          In this order
        </label>
        <label className="flex min-h-9 items-center gap-2">
          <Checkbox
            checked={others === 'refused'}
            onChange={(event) => onChange({ others: event.target.checked ? 'refused' : 'allowed' })}
          />
          And no others
        </label>
      </div>
    </div>
  );
}

/** The tools that are listed now, and the expected one where it is not among them. */
function ToolSelect({
  label,
  call: { tool, server },
  catalog,
  onTool,
}: {
  label: string;
  call: Calls[number];
  catalog: readonly CatalogTool[];
  onTool: (tool: string, server: string) => void;
}) {
  const count = Map.groupBy(catalog, ({ name }) => name);
  const options = catalog.map((each) => {
    const isShared = (count.get(each.name)?.length ?? 0) > 1;
    return { name: each.name, server: isShared ? each.server.name : '' };
  });
  const isListed = options.some((each) => each.name === tool && each.server === server);
  const all = isListed || tool === '' ? options : [{ name: tool, server }, ...options];
  return (
    <Select
      aria-label={label}
      className="max-w-full basis-48"
      value={JSON.stringify([tool, server])}
      onChange={({ target }) => {
        const chosen = all.find((each) => toValue(each) === target.value);
        onTool(chosen?.name ?? '', chosen?.server ?? '');
      }}
    >
      <option value={JSON.stringify(['', ''])}>Choose a tool</option>
      {all.map((each) => (
        <option key={toValue(each)} value={toValue(each)}>
          {each.name}
          {each.server === '' ? '' : ` (${each.server})`}
        </option>
      ))}
    </Select>
  );
}

function toValue({ name, server }: { name: string; server: string }): string {
  return JSON.stringify([name, server]);
}

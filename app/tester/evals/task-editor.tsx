import { Plus, X } from 'lucide-react';
import { useState } from 'react';

import type { EvalTask } from '#app/evals/eval-file.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { CallRows } from './call-rows.tsx';
import { readTaskForm, type AnswerKind, type TaskForm } from './task-form.ts';

const MODES = [
  { value: 'calls', label: 'These calls' },
  { value: 'none', label: 'No tool' },
  { value: 'any', label: 'Anything' },
] as const;

/** The form of one task. */
export function TaskEditor({
  start,
  catalog,
  onSave,
  onCancel,
}: {
  start: TaskForm;
  catalog: readonly CatalogTool[];
  onSave: (task: EvalTask) => void;
  onCancel: () => void;
}) {
  const [form, setForm] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (more: Partial<TaskForm>) => setForm({ ...form, ...more });
  return (
    <form
      aria-label={`Task ${start.id}`}
      className="space-y-4 rounded-panel border bg-raised px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readTaskForm(form);
        if (read.ok) onSave(read.value);
        else setProblem(read.message);
      }}
    >
      <label className="block text-sm font-medium">
        What a person says
        <Textarea
          rows={2}
          className="mt-1 font-normal"
          value={form.say}
          placeholder="What is 2 plus 3?"
          onChange={(event) => change({ say: event.target.value })}
        />
      </label>
      <div className="space-y-2">
        <p className="text-sm font-medium">What should be called</p>
        <Segmented
          label="Expected calls"
          value={form.mode}
          options={MODES}
          onChange={(mode) => change({ mode })}
        />
        {form.mode === 'calls' ? (
          <CallRows form={form} catalog={catalog} onChange={change} />
        ) : null}
      </div>
      <AnswerRows answer={form.answer} onChange={(answer) => change({ answer })} />
      {problem === null ? null : <output className="block text-sm text-fail">{problem}</output>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          Save task
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function AnswerRows({
  answer,
  onChange,
}: {
  answer: TaskForm['answer'];
  onChange: (answer: TaskForm['answer']) => void;
}) {
  return (
    <div className="space-y-2">
      <p className="text-sm font-medium">What the answer must hold</p>
      {answer.map((row, at) => (
        <div key={at} className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={`Condition ${at + 1}`}
            value={row.kind}
            onChange={(event) =>
              onChange(answer.with(at, { ...row, kind: toKind(event.target.value) }))
            }
          >
            <option value="contains">contains</option>
            <option value="lacks">does not contain</option>
            <option value="matches">matches the regular expression</option>
          </Select>
          <Input
            aria-label={`Text ${at + 1}`}
            className="min-w-0 grow basis-40"
            value={row.text}
            onChange={(event) => onChange(answer.with(at, { ...row, text: event.target.value }))}
          />
          <IconButton
            label={`Remove condition ${at + 1}`}
            onClick={() => onChange(answer.toSpliced(at, 1))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => onChange([...answer, { kind: 'contains', text: '' }])}>
        <Plus aria-hidden />
        Add a condition
      </Button>
    </div>
  );
}

function toKind(value: string): AnswerKind {
  return value === 'lacks' || value === 'matches' ? value : 'contains';
}

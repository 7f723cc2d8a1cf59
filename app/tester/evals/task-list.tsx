import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { EvalFile, EvalTask } from '#app/evals/eval-file.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';

import { TaskEditor } from './task-editor.tsx';
import { describeExpectation, newTaskForm, toTaskForm } from './task-form.ts';

/** The tasks of a file, each to edit in its place. */
export function TaskList({
  file,
  catalog,
  onFile,
}: {
  file: EvalFile;
  catalog: readonly CatalogTool[];
  onFile: (file: EvalFile) => void;
}) {
  /** Id of the task that is edited; empty: a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  const ids = file.tasks.map(({ id }) => id);
  const save = (task: EvalTask, at: number) => {
    const tasks = at === -1 ? [...file.tasks, task] : file.tasks.with(at, task);
    onFile({ ...file, tasks });
    setEdited(null);
  };
  return (
    <>
      {file.tasks.length > 0 ? (
        <ol aria-label="Tasks" className="divide-y border-y">
          {file.tasks.map((task, at) => (
            <li key={task.id} className="py-2">
              {edited === task.id ? (
                <TaskEditor
                  start={toTaskForm(task)}
                  catalog={catalog}
                  onSave={(changed) => save(changed, at)}
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <TaskRow
                  task={task}
                  onEdit={() => setEdited(task.id)}
                  onRemove={() => onFile({ ...file, tasks: file.tasks.toSpliced(at, 1) })}
                />
              )}
            </li>
          ))}
        </ol>
      ) : null}
      {edited === '' ? (
        <TaskEditor
          start={newTaskForm(ids)}
          catalog={catalog}
          onSave={(task) => save(task, -1)}
          onCancel={() => setEdited(null)}
        />
      ) : file.tasks.length === 0 ? (
        <EmptyState title="No tasks yet" action={<AddButton onAdd={() => setEdited('')} />}>
          Write what a person would ask for, and which tool should be called. Or import a file.
        </EmptyState>
      ) : (
        <AddButton onAdd={() => setEdited('')} />
      )}
    </>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button onClick={onAdd}>
      <Plus aria-hidden />
      Add a task
    </Button>
  );
}

function TaskRow({
  task,
  onEdit,
  onRemove,
}: {
  task: EvalTask;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">{task.say}</p>
        <p className="text-sm wrap-anywhere text-muted">{describeExpectation(task)}</p>
      </div>
      <IconButton label={`Edit ${task.id}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${task.id}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

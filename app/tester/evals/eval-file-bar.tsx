import { FileInput, FileJson, FolderDown } from 'lucide-react';
import { useRef, useState } from 'react';

import type { EvalFile } from '#app/evals/eval-file.ts';
import { readEvalFile, writeEvalFile } from '#app/evals/read-eval-file.ts';
import { readRecording } from '#app/evals/runs/recording.ts';
import { Button } from '#app/ui/button.tsx';

import type { EvalDesk, HeldEval } from './eval-desk.ts';
import { saveText } from './save-text.ts';

/** The name of the tasks, and their files in and out. */
export function EvalFileBar({
  desk,
  file,
  held,
  isRunning,
}: {
  desk: EvalDesk;
  file: EvalFile;
  held: HeldEval | null;
  isRunning: boolean;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="eval-tasks" className="me-auto">
          {file.name}
        </h2>
        <input
          ref={input}
          type="file"
          aria-label="File of tasks or a recording"
          accept=".json,application/json"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            void chosen?.text().then((text) => setProblem(openText(desk, text)));
          }}
        />
        <Button disabled={isRunning} onClick={() => input.current?.click()}>
          <FileInput aria-hidden />
          Import
        </Button>
        <Button
          disabled={file.tasks.length === 0}
          onClick={() => saveText('tasks.json', writeEvalFile(file))}
        >
          <FileJson aria-hidden />
          Export tasks
        </Button>
        {held && !isRunning ? (
          <Button
            onClick={() =>
              saveText('recording.json', JSON.stringify(desk.record(Date.now()), null, 2))
            }
          >
            <FolderDown aria-hidden />
            Export recording
          </Button>
        ) : null}
      </div>
      <p className="max-w-prose text-sm text-muted">
        Each task is said to a model that has the tools of the server. What it calls and answers is
        compared with what the task expects. <code>mcp-builder eval</code> runs the same file, and
        replays a recording without a model.
      </p>
      {problem === null ? null : <output className="block text-sm text-fail">{problem}</output>}
    </>
  );
}

/** Opens a file of tasks, or a recording; a sentence where it is neither. */
function openText(desk: EvalDesk, text: string): string | null {
  const recording = readRecording(text);
  if (recording.ok) {
    desk.show(recording.value);
    return null;
  }
  const file = readEvalFile(text);
  if (!file.ok) return /"mcp-eval-recording"/.test(text) ? recording.message : file.message;
  desk.setFile(file.value);
  return null;
}

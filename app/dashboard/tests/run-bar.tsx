import { Play, Square } from 'lucide-react';

import { ForRole } from '#app/dashboard/for-role.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import type { TestEnvironment } from '#app/projects/tests/project-test.ts';
import { Button } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import type { RunChoice } from './use-run-choice.ts';

const ENVIRONMENTS = [
  { value: 'mock', label: 'Mock upstream' },
  { value: 'test', label: 'Real API' },
] as const;

interface Props extends Pick<ProjectFacts, 'versions' | 'chats'> {
  choice: RunChoice;
  onChoose: (choice: Partial<RunChoice>) => void;
  /** How many tests the button runs. */
  count: number;
  running: { done: number; of: number } | null;
  onRun: () => void;
  onStop: () => void;
}

/** Chooses what is tested and who answers, and runs all tests. */
export function RunBar({
  versions,
  chats,
  choice,
  onChoose,
  count,
  running,
  onRun,
  onStop,
}: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Test on"
          className="w-56 max-sm:w-full"
          value={choice.target}
          onChange={(event) => onChoose({ target: event.currentTarget.value })}
        >
          <optgroup label="Versions">
            {versions.map(({ number, isPublished }) => (
              <option key={number} value={String(number)}>
                {`Version ${number}${isPublished ? ', live' : ''}`}
              </option>
            ))}
          </optgroup>
          {chats.length === 0 ? null : (
            <optgroup label="Drafts in chats">
              {chats.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <Segmented
          label="Upstream"
          value={choice.environment}
          options={ENVIRONMENTS}
          onChange={(environment: TestEnvironment) => onChoose({ environment })}
        />
        <ForRole needed="editor">
          {running === null ? (
            <Button variant="primary" disabled={count === 0} onClick={onRun}>
              <Play aria-hidden />
              {count === 1 ? 'Run 1 test' : `Run ${count} tests`}
            </Button>
          ) : (
            <Button onClick={onStop}>
              <Square aria-hidden />
              Stop
              <span className="tabular-nums">
                {running.done} of {running.of}
              </span>
            </Button>
          )}
        </ForRole>
      </div>
      {choice.environment === 'test' ? (
        <p className="mt-2 text-sm text-muted">
          This calls the real API with the project’s test secrets, or with the secrets of the
          draft’s chat.
        </p>
      ) : null}
    </>
  );
}

import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getLogSettings, patchLogSettings } from '#app/hosting/calls/calls-client.ts';
import type { LogSettings } from '#app/hosting/calls/call-entry.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';

/** Decides what the log keeps of calls. */
export function KeptFacts({ project }: { project: string }) {
  const loaded = useLoaded(project, '', () => getLogSettings(project));
  const { isBusy, failure, run, closeFailure } = useChange(() => Promise.resolve());
  const [changed, setChanged] = useState<{ project: string; settings: LogSettings } | null>(null);
  const value = changed?.project === project ? changed.settings : loaded.value;
  return (
    <Section
      title="What is kept"
      note="Of each call its tool, caller, result, reason of a failure, times and sizes. Answers are never kept."
    >
      {loaded.failure && value === null ? (
        <FailureNote failure={loaded.failure} onRetry={loaded.retry} />
      ) : null}
      {value === null ? null : (
        <label className="flex max-w-prose items-start gap-2 pointer-coarse:min-h-11">
          <Checkbox
            className="mt-1"
            checked={value.keepsArguments}
            disabled={isBusy}
            onChange={(event) => {
              const keepsArguments = event.target.checked;
              void run(async () => {
                const answer = await patchLogSettings(project, { keepsArguments });
                if (answer.ok) setChanged({ project, settings: answer.value });
                return answer;
              });
            }}
          />
          <span>
            Keep the arguments of calls
            <span className="block text-sm text-muted">
              The first 2,000 characters, without secrets and what looks like one. They may still
              hold what callers consider private. In force within 30 seconds; arguments that are
              kept already stay as long as their calls.
            </span>
          </span>
        </label>
      )}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

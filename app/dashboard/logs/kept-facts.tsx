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
      title="Data retention"
      note="For each call: tool, caller, result, failure reason, time and sizes. Responses are never stored."
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
              Up to 2,000 characters, with secrets and anything resembling one removed. They may
              still contain private data. Takes effect within 30 seconds; arguments already stored
              stay as long as their calls.
            </span>
          </span>
        </label>
      )}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

import { useState } from 'react';

import { Segmented } from '#app/ui/segmented.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

const OPTIONS = [
  { value: 'mock', label: 'Mock upstream' },
  { value: 'test', label: 'Real upstream' },
] as const;

/** Chooses who answers the tools' requests: the document's own examples, or the real API. */
export function EnvironmentSwitch({ screen }: { screen: DraftScreen }) {
  const { draft } = screen;
  const [isBusy, setBusy] = useState(false);

  async function choose(environment: 'mock' | 'test') {
    setBusy(true);
    await screen.setEnvironment(environment);
    setBusy(false);
  }

  if (!draft.mayEdit) {
    return (
      <p className="text-sm text-muted">
        The mock upstream, with answers made from the examples and schemas of the API document. Only
        the owner can call the real API.
      </p>
    );
  }
  return (
    <>
      <Segmented
        label="Upstream"
        value={draft.environment}
        options={OPTIONS.map((option) => ({ ...option, disabled: isBusy }))}
        onChange={(environment) => void choose(environment)}
        className="flex w-full"
      />
      <p className="mt-2 text-sm text-muted">
        {draft.environment === 'mock'
          ? 'Works without credentials. Answers are made from the examples and schemas of the API document; no request leaves this server.'
          : `Calls with this draft’s token reach the real API, with your secrets. ${
              draft.visibility === 'private'
                ? 'All others are refused.'
                : 'Calls without it are still answered by the mock upstream.'
            }`}
      </p>
    </>
  );
}

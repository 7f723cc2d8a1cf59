import { useState } from 'react';

import { Section } from '#app/dashboard/section.tsx';
import { Button } from '#app/ui/button.tsx';

import { ComparedRepository } from './compared-repository.tsx';

interface Props {
  project: string;
  /** The version that the branch holds; null: none of ours. */
  pushedVersion: number | null;
}

/** Edits that were made in the repository of a project, and come back into it. */
export function RepositoryEdits({ project, pushedVersion }: Props) {
  const [compared, setCompared] = useState(0);
  return (
    <Section
      title="Edits in the repository"
      note="Tools, texts and code that were edited on GitHub, as a change to accept. Your files are read, and never run."
    >
      {pushedVersion === null ? (
        <p className="text-sm text-muted">
          Push a version first: edits are told from what was pushed.
        </p>
      ) : (
        <Button onClick={() => setCompared(compared + 1)}>
          {compared === 0 ? 'Look for edits' : 'Look again'}
        </Button>
      )}
      {compared > 0 ? (
        <div className="mt-4">
          <ComparedRepository key={compared} project={project} />
        </div>
      ) : null}
    </Section>
  );
}

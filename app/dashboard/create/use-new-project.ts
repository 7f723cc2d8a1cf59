import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { advanceImport, beginImport, type StepState } from '#app/drafts/documents/import-steps.ts';
import { createProject, type ProjectSource } from '#app/projects/create-project.ts';
import type { ProjectView } from '#app/projects/project.ts';

/** The making of a project as it stands, with the steps of an import. */
export interface Creation {
  isBusy: boolean;
  steps: StepState[];
  failure: RequestFailure | null;
}

/** Name and account of a new project. */
type Named = Pick<Parameters<typeof createProject>[1], 'title' | 'account'>;

const IDLE: Creation = { isBusy: false, steps: [], failure: null };

/** Makes one project at a time; leaving the window stops it. */
export function useNewProject(onMade: (project: ProjectView) => void) {
  const [creation, setCreation] = useState(IDLE);
  const running = useRef<AbortController>(null);
  // A wish that came to nothing for lack of an answer is repeated as the same one.
  const key = useRef<string>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function begin(source: ProjectSource, named: Named) {
    const controller = new AbortController();
    running.current = controller;
    key.current ??= crypto.randomUUID();
    const isImport = source.kind !== 'chat' && source.kind !== 'blank';
    let steps = isImport ? beginImport(source.kind === 'url', Date.now()) : [];
    setCreation({ isBusy: true, steps, failure: null });
    const made = await createProject(source, {
      ...named,
      key: key.current,
      signal: controller.signal,
      onProgress: (progress) => {
        steps = advanceImport(steps, progress, Date.now());
        setCreation({ isBusy: true, steps, failure: null });
      },
    });
    if (controller.signal.aborted) return;
    if (made.ok) return onMade(made.value);
    if (made.reason === 'problem') key.current = null;
    setCreation({ isBusy: false, steps: [], failure: made });
  }

  /** Another wish than the one before. */
  function forget() {
    key.current = null;
    setCreation(IDLE);
  }

  return { creation, begin, forget };
}

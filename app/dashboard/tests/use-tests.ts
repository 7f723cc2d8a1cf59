import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { ProjectTest } from '#app/projects/tests/project-test.ts';
import { getTests, postTest, removeTest } from '#app/projects/tests/tests-client.ts';
import { showToast } from '#app/ui/show-toast.ts';

/** The tests of a project with what is kept of a version, and how they are removed. */
export function useTests(project: string, version: number) {
  const [changes, setChanges] = useState(0);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const reload = () => setChanges((number) => number + 1);
  const loaded = useLoaded(`${project} ${version}`, String(changes), () =>
    getTests(project, version),
  );

  async function remove({ id, test }: ProjectTest) {
    setFailure(null);
    const removed = await removeTest(project, id);
    if (!removed.ok) return setFailure(removed);
    reload();
    showToast(`Removed the test “${test.name}”`, {
      label: 'Undo',
      run: () => void restore(test),
    });
  }

  async function restore(test: SavedTest) {
    const made = await postTest(project, test);
    if (made.ok) reload();
    else setFailure(made);
  }

  return { loaded, reload, remove, failure, closeFailure: () => setFailure(null) };
}

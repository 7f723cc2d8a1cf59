import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { ProjectTest } from '#app/projects/tests/project-test.ts';
import { postTest, putTest } from '#app/projects/tests/tests-client.ts';
import { Dialog } from '#app/ui/dialog.tsx';

import { TestForm } from '#app/tester/calls/test-form.tsx';
import type { TestFields } from '#app/tester/calls/test-fields.ts';

interface Props {
  project: string;
  /** The test that is changed; absent: a new one is made. */
  id?: string;
  start: TestFields;
  tools: readonly string[];
  onSaved: (test: ProjectTest) => void;
  onClose: () => void;
}

/** Makes or changes a test of a project. */
export function TestDialog({ project, id, start, tools, onSaved, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function save(test: SavedTest) {
    setBusy(true);
    setFailure(null);
    const saved = await (id === undefined ? postTest(project, test) : putTest(project, id, test));
    setBusy(false);
    if (saved.ok) onSaved(saved.value);
    else setFailure(saved);
  }

  return (
    <Dialog title={id === undefined ? 'New test' : 'Edit the test'} isWide onClose={onClose}>
      {failure ? (
        <div className="p-4 pb-0">
          <FailureNote failure={failure} onClose={() => setFailure(null)} />
        </div>
      ) : null}
      <TestForm
        start={start}
        tools={tools}
        isBusy={isBusy}
        onSave={(test) => void save(test)}
        onCancel={onClose}
      />
    </Dialog>
  );
}

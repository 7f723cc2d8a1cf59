import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import { Dialog } from '#app/ui/dialog.tsx';

import { TestForm } from './test-form.tsx';
import type { TestFields } from './test-fields.ts';

interface Props {
  start: TestFields;
  isNew: boolean;
  tools: readonly string[];
  onSave: (test: SavedTest) => void;
  onClose: () => void;
}

/** Makes or changes a saved call. */
export function CallDialog({ start, isNew, tools, onSave, onClose }: Props) {
  return (
    <Dialog title={isNew ? 'Save a call' : 'Edit the call'} isWide onClose={onClose}>
      <TestForm
        start={start}
        tools={tools}
        isBusy={false}
        isForeign
        onSave={onSave}
        onCancel={onClose}
      />
    </Dialog>
  );
}

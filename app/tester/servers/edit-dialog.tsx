import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';

import { FieldProblem } from './fields/field-problem.tsx';
import { KeepFields } from './fields/keep-fields.tsx';
import { SettingsFields } from './fields/settings-fields.tsx';
import { useTargetDraft } from './fields/use-target-draft.ts';
import { removeServerOf, saveServerAs, type KeepChoice } from './keeping/save-server.ts';
import { moveTarget } from './new-target.ts';
import type { TesterServer } from './tester-server.ts';

interface Props {
  server: TesterServer;
  isSignedIn: boolean;
  onClose: () => void;
  onSaved: (target: ServerTarget) => void;
  onRemoved: () => void;
}

/** The settings of a server, where it is kept, and its removal. */
export function EditDialog({ server, isSignedIn, onClose, onSaved, onRemoved }: Props) {
  const draft = useTargetDraft(() => server.target, { wasTried: true });
  const { keep, remembersSecrets } = server;
  const [choice, setChoice] = useState<KeepChoice>({ keep, remembersSecrets });
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<RequestFailure | null>, onDone: () => void) {
    setBusy(true);
    const failed = await work();
    setBusy(false);
    setFailure(failed);
    if (failed === null) onDone();
  }

  function save() {
    const checked = draft.check();
    const target = checked && moveTarget(checked, server.target.url);
    if (target)
      void run(
        () => saveServerAs(target, choice, keep),
        () => onSaved(target),
      );
  }

  const problem = draft.problems.get('url');
  return (
    <Dialog title={`Settings of ${server.target.name}`} isWide onClose={onClose}>
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) save();
        }}
      >
        <div className="min-h-0 space-y-5 overflow-y-auto p-4">
          <div>
            <Field
              label="Address"
              inputMode="url"
              spellCheck={false}
              className="font-mono text-sm"
              value={draft.target.url}
              {...(problem ? { 'aria-invalid': true, 'aria-describedby': 'address-problem' } : {})}
              onValue={(url) => draft.change({ url })}
            />
            <FieldProblem id="address-problem" message={problem} />
          </div>
          <SettingsFields target={draft.target} problems={draft.problems} onChange={draft.change} />
          <KeepFields choice={choice} isSignedIn={isSignedIn} onChoice={setChoice} />
          {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
          <Button
            variant="danger"
            className="me-auto"
            disabled={isBusy}
            onClick={() => void run(() => removeServerOf(server), onRemoved)}
          >
            <Trash2 aria-hidden />
            Remove
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

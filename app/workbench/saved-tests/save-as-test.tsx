import { FlaskConical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Tool } from '#app/blueprint/tool.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import type { CallRecord } from '#app/workbench/trials/mcp-call.ts';

import { proposeTest } from './propose-test.ts';

const TestDialog = lazyPart(async () => (await import('./test-dialog.tsx')).TestDialog, {
  isAskedFor: true,
});

interface Props {
  call: CallRecord;
  tool: Tool;
  draft: DraftView;
}

/** Keeps a call of "Try it" as a test of the draft's project, which expects the answer that came. */
export function SaveAsTest({ call, tool, draft }: Props) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const start = proposeTest(call, tool);
  if (!draft.mayEdit || start === null) return null;
  const { base } = draft;
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FlaskConical aria-hidden />
        Save as a test
      </Button>
      {!isOpen ? null : base === undefined ? (
        <Dialog title="Save as a test" onClose={close}>
          <p className="p-4">
            A project keeps the tests of its server. Save this server as a project first: press Save
            above.
          </p>
        </Dialog>
      ) : (
        <Suspense>
          <TestDialog
            project={base.project}
            start={start}
            tools={[tool.name]}
            onClose={close}
            onSaved={({ test }) => {
              close();
              showToast(`Saved the test “${test.name}”`, {
                label: 'Open the tests',
                run: () => void navigate(`/projects/${base.project}?tab=tests`),
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

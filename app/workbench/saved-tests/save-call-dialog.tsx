import { useNavigate } from 'react-router';

import type { Tool } from '#app/blueprint/tool.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import type { CallRecord } from '#app/workbench/trials/mcp-call.ts';

import { proposeTest } from './propose-test.ts';
import { TestDialog } from './test-dialog.tsx';

interface Props {
  call: CallRecord;
  tool: Tool;
  /** The project that keeps the server; null: none does yet. */
  project: string | null;
  onClose: () => void;
}

/** Makes a test of a call, which expects the answer that came; without a project it says what to do first. */
export function SaveCallDialog({ call, tool, project, onClose }: Props) {
  const navigate = useNavigate();
  const start = proposeTest(call, tool);
  if (start === null) return null;
  if (project === null) {
    return (
      <Dialog title="Save as a test" onClose={onClose}>
        <p className="p-4">
          A project keeps the tests of its server. Save this server as a project first: press Save
          above.
        </p>
      </Dialog>
    );
  }
  return (
    <TestDialog
      project={project}
      start={start}
      tools={[tool.name]}
      onClose={onClose}
      onSaved={({ test }) => {
        onClose();
        showToast(`Saved the test “${test.name}”`, {
          label: 'Open the tests',
          run: () => void navigate(`/projects/${project}?tab=tests`),
        });
      }}
    />
  );
}

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
      <Dialog title="Save as test" onClose={onClose}>
        <p className="p-4">
          Tests belong to a project. Close this window and save the server as a project first.
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

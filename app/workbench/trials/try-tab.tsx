import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { withDefinitions } from '#app/runtime/schema/schema-closure.ts';
import { servedOutput } from '#app/runtime/tools/served-output.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SaveAsTest } from '#app/workbench/saved-tests/save-as-test.tsx';
import { ToolPicker } from '#app/workbench/tools/tool-picker.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { ArgumentsForm } from './arguments-form.tsx';
import { CallHistory } from './call-history.tsx';
import { CallResult } from './call-result.tsx';
import type { Trials } from './use-trials.ts';

/** Calls a tool at the real endpoint: its arguments on one side, the answer on the other. */
export function TryTab({
  screen,
  blueprint,
  address,
  trials,
}: {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
  trials: Trials;
}) {
  const served = blueprint.tools.filter((tool) => tool.enabled);
  const asked = address.tool === null ? null : (screen.renamed[address.tool] ?? address.tool);
  const tool = served.find(({ name }) => name === asked) ?? served[0];
  if (!tool) {
    return (
      <EmptyState title="No tool is served">
        Select at least one tool in the list to try it.
      </EmptyState>
    );
  }
  const { draft } = screen;
  const { definitions } = blueprint;
  const output = servedOutput(tool, definitions);
  const shown = trials.state.shown[tool.name] ?? null;
  return (
    <div className="flex min-h-0 grow flex-col md:overflow-y-auto @min-[760px]:flex-row @min-[760px]:overflow-hidden">
      <div className="flex min-w-0 shrink-0 flex-col px-4 pt-4 sm:px-6 @min-[760px]:w-1/2 @min-[760px]:overflow-y-auto @min-[760px]:border-e">
        <ToolPicker
          tools={served}
          picked={tool}
          onPick={(name) => address.go({ tool: name }, { replace: true })}
        />
        <ArgumentsForm
          key={tool.name}
          tool={tool}
          blueprint={blueprint}
          draft={draft}
          trials={trials}
        />
      </div>
      <div className="min-w-0 grow px-4 py-4 sm:px-6 @min-[760px]:overflow-y-auto">
        <CallResult
          call={shown}
          isRunning={trials.state.running === tool.name}
          outputSchema={output ? withDefinitions(output, definitions) : null}
          actions={shown && <SaveAsTest call={shown} tool={tool} draft={draft} />}
        />
        <CallHistory
          calls={trials.state.calls}
          onPick={(call) => {
            trials.dispatch({ kind: 'callPicked', call });
            address.go({ tool: call.tool }, { replace: true });
          }}
        />
      </div>
    </div>
  );
}

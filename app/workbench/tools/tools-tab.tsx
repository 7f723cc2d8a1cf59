import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { ToolDetail } from './tool-detail.tsx';
import { ToolList } from './tool-list.tsx';

/** All tools on one side, the open one on the other; one after the other where there is no room. */
export function ToolsTab({
  screen,
  blueprint,
  address,
}: {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
}) {
  const asked = address.tool === null ? null : (screen.renamed[address.tool] ?? address.tool);
  const open = blueprint.tools.find(({ name }) => name === asked);
  // Where there is room for both, the first tool is open until another one is.
  const shown = open ?? blueprint.tools[0];
  if (!shown) {
    return (
      <EmptyState title="No tools yet">
        Describe in the chat what the server should do, or paste an API document there.
      </EmptyState>
    );
  }
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <ToolList
          screen={screen}
          blueprint={blueprint}
          open={open?.name ?? null}
          address={address}
        />
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          <ToolDetail
            key={shown.name}
            tool={shown}
            blueprint={blueprint}
            screen={screen}
            address={address}
          />
        </div>
      }
    />
  );
}

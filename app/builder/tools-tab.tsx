import { clsx } from 'clsx';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';

import { ToolDetail } from './tool-detail.tsx';
import { ToolList } from './tool-list.tsx';
import type { DraftScreen } from './use-draft.ts';
import type { ScreenAddress } from './use-screen-address.ts';

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
        Say in the chat what the server should do, or paste a document there.
      </EmptyState>
    );
  }
  return (
    <div className="flex min-h-0 grow">
      <div
        className={clsx(
          'flex min-w-0 grow flex-col @min-[760px]:max-w-80 @min-[760px]:border-r @min-[1100px]:max-w-md',
          open && '@max-[760px]:hidden',
        )}
      >
        <ToolList
          screen={screen}
          blueprint={blueprint}
          open={open?.name ?? null}
          address={address}
        />
      </div>
      <div className={clsx('min-w-0 grow basis-0 overflow-y-auto', !open && '@max-[760px]:hidden')}>
        <ToolDetail
          key={shown.name}
          tool={shown}
          blueprint={blueprint}
          screen={screen}
          address={address}
        />
      </div>
    </div>
  );
}

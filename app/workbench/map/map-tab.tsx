import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { createTokenCount } from '#app/workbench/tools/token-cost.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { MapDiagram } from './map-diagram.tsx';
import { NextSteps } from './next-steps.tsx';
import { ToolGroups } from './tool-groups.tsx';

interface Props {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
  /** Opens the setup. */
  onSetup: () => void;
  /** Opens the import of a newer document. */
  onImport: () => void;
}

/**
 * The whole server on one screen: its clients, its tools, the APIs it calls, and the steps left to
 * do.
 */
export function MapTab({ screen, blueprint, address, onSetup, onImport }: Props) {
  const { tools } = blueprint;
  const countTokens = createTokenCount(blueprint);
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <MapDiagram
        draft={screen.draft}
        blueprint={blueprint}
        countTokens={countTokens}
        onUse={() => address.go({ tab: 'use' })}
        onSetup={onSetup}
      />
      <div className="space-y-8 px-4 py-5 sm:px-6">
        <NextSteps screen={screen} onSetup={onSetup} onImport={onImport} />
        {tools.length === 0 ? (
          <EmptyState title="No tools yet">
            Describe in the chat what the server should do, or paste an API document there.
          </EmptyState>
        ) : (
          <ToolGroups
            screen={screen}
            tools={tools}
            countTokens={countTokens}
            onOpen={(tool) => address.go({ tab: 'tools', tool })}
          />
        )}
      </div>
    </div>
  );
}

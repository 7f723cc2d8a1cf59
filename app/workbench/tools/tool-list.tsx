import { useMemo, useState } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { filterTools } from './filter-tools.ts';
import { createTokenCount } from './token-cost.ts';
import { TokenNote } from './token-note.tsx';
import { ToolRow } from './tool-row.tsx';

/** Rows are added as they are asked for: a document can have thousands of operations. */
const PAGE = 100;

interface Props {
  screen: DraftScreen;
  blueprint: Blueprint;
  /** Name of the open tool. */
  open: string | null;
  address: ScreenAddress;
}

/** Searches and selects among the tools. */
export function ToolList({ screen, blueprint, open, address }: Props) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE);
  const { tools } = blueprint;
  const countTokens = createTokenCount(blueprint);
  const found = useMemo(() => filterTools(tools, query), [tools, query]);
  const { mayEdit } = screen.draft;
  const served = tools.filter((tool) => tool.enabled);
  const cost = served.reduce((sum, tool) => sum + countTokens(tool), 0);

  return (
    <>
      <div className="shrink-0 space-y-3 border-b px-4 py-3 sm:px-6">
        <SearchField
          label={tools.length === 1 ? 'Search 1 tool' : `Search ${formatCount(tools.length)} tools`}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setShown(PAGE);
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
          <SelectFound found={found} isAll={query.trim() === ''} screen={screen} />
          <TokenNote tokens={cost} />
        </div>
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {found.length === 0 ? (
          <EmptyState
            title="No tool matches"
            action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
          />
        ) : (
          <ul className="divide-y">
            {found.slice(0, shown).map((tool) => (
              <ToolRow
                key={tool.name}
                tool={tool}
                tokens={countTokens(tool)}
                isOpen={tool.name === open}
                canSelect={mayEdit}
                onOpen={() => address.go({ tool: tool.name })}
                onSelect={(enabled) =>
                  screen.edit({ edit: 'selectTools', names: [tool.name], enabled })
                }
              />
            ))}
          </ul>
        )}
        {found.length > shown ? (
          <div className="border-t p-4 sm:px-6">
            <Button onClick={() => setShown(shown + PAGE)}>
              Show {Math.min(PAGE, found.length - shown)} more of {found.length - shown}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

function SelectFound({
  found,
  isAll,
  screen,
}: {
  found: readonly Blueprint['tools'][number][];
  isAll: boolean;
  screen: DraftScreen;
}) {
  const on = found.filter((tool) => tool.enabled).length;
  const words = `${formatCount(on)} of ${formatCount(found.length)} ${isAll ? 'served' : 'found are served'}`;
  if (!screen.draft.mayEdit || found.length === 0) return <p className="tabular-nums">{words}</p>;
  return (
    <label className="-ms-1 flex min-h-8 items-center gap-3 px-1 tabular-nums pointer-coarse:min-h-11">
      <Checkbox
        aria-label={isAll ? 'Serve all tools' : 'Serve all found tools'}
        checked={on === found.length}
        isMixed={on > 0 && on < found.length}
        onChange={() => {
          const enabled = on < found.length;
          const names = found.filter((tool) => tool.enabled !== enabled).map(({ name }) => name);
          screen.edit({ edit: 'selectTools', names, enabled });
        }}
      />
      {words}
    </label>
  );
}

import { useMemo, useState } from 'react';

import { ListProblem } from '#app/tester/connected/list-problem.tsx';
import { LIST_ROW_PX, ListRow } from '#app/tester/connected/list-row.tsx';
import { ListingBar } from '#app/tester/connected/listing-bar.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { WindowedList } from '#app/tester/connected/windowed-list.tsx';
import type { PanelProps } from '#app/tester/panels.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MasterDetail } from '#app/ui/master-detail.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { PromptView } from './prompt-view.tsx';
import { readPrompts, type ListedPrompt } from './read-prompts.ts';

const SHOWN_CHARACTERS = 160;

/** The prompts of a server: a list to search, and the open one to fill in. */
export function PromptsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'prompts/list');
  const listing = useStore(store);
  const prompts = useMemo(() => readPrompts(listing.items), [listing.items]);
  const [query, setQuery] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const word = query.trim().toLowerCase();
  const found = prompts.filter(({ name, title, description }) =>
    `${name}\n${title ?? ''}\n${description ?? ''}`.toLowerCase().includes(word),
  );
  const open = prompts.find(({ key }) => key === openKey);
  const shown = open ?? found[0] ?? prompts[0];
  if (listing.status === 'failed' && listing.problem) {
    return <ListProblem problem={listing.problem} onRetry={store.reload} />;
  }
  if (!shown) {
    if (listing.status === 'loading') return <Spinner className="p-6" />;
    return (
      <EmptyState
        title="No prompts"
        action={<Button onClick={store.reload}>Read the list again</Button>}
      >
        The server lists none.
      </EmptyState>
    );
  }
  return (
    <MasterDetail
      isOpen={open !== undefined}
      list={
        <>
          <ListingBar
            count={prompts.length}
            noun="prompt"
            query={query}
            isLoading={listing.status === 'loading'}
            onQuery={setQuery}
            onReload={store.reload}
          />
          {found.length === 0 ? (
            <EmptyState
              title="No prompt matches"
              action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
            />
          ) : (
            <WindowedList
              label="Prompts"
              items={found}
              rowHeight={LIST_ROW_PX}
              toKey={({ key }) => key}
            >
              {(prompt) => (
                <PromptRow
                  prompt={prompt}
                  isOpen={prompt === shown}
                  onOpen={() => setOpenKey(prompt.key)}
                />
              )}
            </WindowedList>
          )}
        </>
      }
      detail={
        <div className="min-h-0 grow overflow-y-auto">
          <PromptView
            key={`${shown.key} ${shown.name}`}
            prompt={shown}
            connection={connection}
            onClose={() => setOpenKey(null)}
          />
        </div>
      }
    />
  );
}

function PromptRow({
  prompt,
  isOpen,
  onOpen,
}: {
  prompt: ListedPrompt;
  isOpen: boolean;
  onOpen: () => void;
}) {
  return (
    <ListRow isOpen={isOpen} onOpen={onOpen}>
      <span className="w-full truncate font-mono text-sm font-semibold">
        {prompt.name === '' ? '(no name)' : <HiddenMarks text={prompt.name} />}
      </span>
      <span className="w-full truncate text-sm text-muted">
        <HiddenMarks text={(prompt.title ?? prompt.description ?? '').slice(0, SHOWN_CHARACTERS)} />
      </span>
    </ListRow>
  );
}

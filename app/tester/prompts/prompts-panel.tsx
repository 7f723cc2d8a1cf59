import { useMemo, useState } from 'react';

import { ListRow } from '#app/tester/connected/list-row.tsx';
import { ListedPanel } from '#app/tester/connected/listed-panel.tsx';
import { listingOf } from '#app/tester/connected/listing.ts';
import { useStore } from '#app/tester/connected/store.ts';
import type { PanelProps } from '#app/tester/panels.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';

import { PromptView } from './prompt-view.tsx';
import { readPrompts, type ListedPrompt } from './read-prompts.ts';

const SHOWN_CHARACTERS = 160;

/** The prompts of a server: a list to search, and the open one to fill in. */
export function PromptsPanel({ connection }: PanelProps) {
  const store = listingOf(connection, 'prompts/list');
  const { items } = useStore(store);
  const prompts = useMemo(() => readPrompts(items), [items]);
  const [query, setQuery] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const word = query.trim().toLowerCase();
  const found = prompts.filter(({ name, title, description }) =>
    `${name}\n${title ?? ''}\n${description ?? ''}`.toLowerCase().includes(word),
  );
  const open = prompts.find(({ key }) => key === openKey);
  const shown = open ?? found[0] ?? prompts[0];
  return (
    <ListedPanel
      store={store}
      noun="prompt"
      count={prompts.length}
      found={found}
      shown={shown}
      isOpen={open !== undefined}
      query={query}
      onQuery={setQuery}
      toRow={(prompt) => (
        <PromptRow
          prompt={prompt}
          isOpen={prompt === shown}
          onOpen={() => setOpenKey(prompt.key)}
        />
      )}
      toDetail={(prompt) => (
        <PromptView
          key={`${prompt.key} ${prompt.name}`}
          prompt={prompt}
          connection={connection}
          onClose={() => setOpenKey(null)}
        />
      )}
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

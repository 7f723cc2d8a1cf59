import { useState } from 'react';

import { usePageTitle } from '#app/ui/meta/use-page-title.ts';

import { toServerNames } from './to-server-names.ts';
import type { DraftScreen } from './use-draft.ts';

/** The names of a server and its chat as they are now; the title of the page follows without a navigation. */
export function useServerNames(initial: string | null, { draft, blueprint }: DraftScreen) {
  const [title, setTitle] = useState(initial);
  const names = toServerNames(title, (blueprint ?? draft.blueprint).identity);
  usePageTitle(names.page);
  return { title, setTitle, names };
}

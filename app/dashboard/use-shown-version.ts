import { useSearchParams } from 'react-router';

import type { ProjectView } from '#app/projects/project.ts';

/** The version whose tools or files are shown, kept in the address: the one that is served, else the latest. */
export function useShownVersion({ published, latest }: Pick<ProjectView, 'published' | 'latest'>): {
  version: number;
  show: (version: number) => void;
} {
  const [params, setParams] = useSearchParams();
  const asked = params.get('version') ?? '';
  const number = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  const isKnown = number >= 1 && number <= latest;
  const show = (next: number) => {
    const query = new URLSearchParams(params);
    query.set('version', String(next));
    setParams(query, { preventScrollReset: true });
  };
  return { version: isKnown ? number : (published ?? latest), show };
}

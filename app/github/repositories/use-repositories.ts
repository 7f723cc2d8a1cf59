import { useEffect, useEffectEvent, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';

import { matchesRepository } from './match-repository.ts';
import { requestRepositories } from './repositories-client.ts';
import type { Repository, RepositoryPage } from './repository.ts';

/** Whoever types on is waited for. */
const TYPING_MS = 250;

/**
 * The repositories that match a query. Where the first answer has them all, they are filtered here;
 * else each query is a request, once whoever types pauses.
 * @param query as `toRepositoryQuery` gives it
 */
export function useRepositories(isOpen: boolean, query: string) {
  const [pages, setPages] = useState<Readonly<Record<string, RepositoryPage>>>({});
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  /** Rises with each new start of the list. */
  const [start, setStart] = useState(0);
  const all = pages[''];
  const isWhole = all !== undefined && all.cursor === null && all.note === null;
  const found = isWhole ? all : pages[query];
  const isMissing = isOpen && found === undefined;

  const load = useEffectEvent(async (signal: AbortSignal) => {
    const page = await requestRepositories({ query, cursor: null, isFresh: start > 0 }, { signal });
    if (signal.aborted) return;
    setFailure(page.ok ? null : page);
    if (page.ok) setPages((known) => ({ ...known, [query]: page.value }));
  });

  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => void load(stop.signal), query === '' ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isMissing, query, start]);

  async function loadMore() {
    const cursor = found?.cursor ?? null;
    if (!found || cursor === null || isLoadingMore) return;
    setLoadingMore(true);
    const page = await requestRepositories({ query, cursor, isFresh: false });
    setLoadingMore(false);
    setFailure(page.ok ? null : page);
    if (page.ok) setPages((known) => ({ ...known, [query]: join(found, page.value) }));
  }

  /** Forgets what is known, which has changed at GitHub. */
  function reload() {
    setPages({});
    setFailure(null);
    setStart(start + 1);
  }

  // What is known of other queries fills the list until the answer is there.
  const known = found ?? all;
  const isOfQuery = found !== undefined && !isWhole;
  const repositories = known?.repositories ?? [];
  return {
    repositories: isOfQuery
      ? repositories
      : repositories.filter((one) => matchesRepository(one, query)),
    hasMore: !isWhole && (found?.cursor ?? null) !== null,
    note: known?.note ?? null,
    grantUrl: known?.grantUrl ?? null,
    isLoading: isMissing && failure === null,
    isLoadingMore,
    failure,
    loadMore,
    reload,
  };
}

function join(first: RepositoryPage, next: RepositoryPage): RepositoryPage {
  const known = new Set(first.repositories.map(({ id }) => id));
  const added: Repository[] = next.repositories.filter(({ id }) => !known.has(id));
  return { ...next, repositories: [...first.repositories, ...added] };
}

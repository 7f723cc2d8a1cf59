import { useEffect, useEffectEvent, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';

import { joinPages } from './join-pages.ts';
import { matchesRepository } from './match-repository.ts';
import { requestRepositories } from './repositories-client.ts';
import type { RepositoryPage } from './repository.ts';

/** Whoever types on is waited for. */
const TYPING_MS = 250;

/**
 * The repositories that match a query. Where the first answer has them all, they are filtered here;
 * else each query is a request, once whoever types pauses.
 * @param query as `toRepositoryQuery` gives it
 */
export function useRepositories(isOpen: boolean, query: string) {
  const { pages, failure, isLoadingMore, start, load, loadMore, reload } = usePages();
  const all = pages.get('');
  const isWhole = all !== undefined && all.cursor === null && all.note === null;
  const found = isWhole ? all : pages.get(query);
  const isMissing = isOpen && found === undefined;

  const ask = useEffectEvent(load);
  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => void ask(query, stop.signal), query === '' ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isMissing, query, start]);

  // The first repositories stand in until the answer is there.
  const known = found ?? all;
  const repositories = known?.repositories ?? [];
  return {
    repositories: isWhole || !found ? filter(repositories, query) : repositories,
    hasMore: !isWhole && (found?.cursor ?? null) !== null,
    note: known?.note ?? null,
    grantUrl: known?.grantUrl ?? null,
    isLoading: isMissing && failure === null,
    isLoadingMore,
    failure,
    loadMore: () => void loadMore(query),
    reload,
  };
}

function filter(repositories: RepositoryPage['repositories'], query: string) {
  return repositories.filter((one) => matchesRepository(one, query));
}

/** The answers by query, with the pages that were asked for joined. */
function usePages() {
  const [pages, setPages] = useState<ReadonlyMap<string, RepositoryPage>>(new Map());
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  /** Rises with each new start. */
  const [start, setStart] = useState(0);

  async function load(query: string, signal: AbortSignal) {
    // Once after each new start, GitHub is asked in any case.
    const isFresh = start > 0 && pages.size === 0;
    const page = await requestRepositories({ query, cursor: null, isFresh }, { signal });
    if (signal.aborted) return;
    setFailure(page.ok ? null : page);
    if (page.ok) setPages((known) => new Map(known).set(query, page.value));
  }

  async function loadMore(query: string) {
    const first = pages.get(query);
    if (!first || first.cursor === null || isLoadingMore) return;
    setLoadingMore(true);
    const page = await requestRepositories({ query, cursor: first.cursor, isFresh: false });
    setLoadingMore(false);
    setFailure(page.ok ? null : page);
    if (page.ok) setPages((known) => new Map(known).set(query, joinPages(first, page.value)));
  }

  /** Forgets what is known, which has changed on GitHub. */
  function reload() {
    setPages(new Map());
    setFailure(null);
    setStart(start + 1);
  }

  return { pages, failure, isLoadingMore, start, load, loadMore, reload };
}

import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getVersionsBefore } from '#app/projects/project-client.ts';
import type { ListedVersion } from '#app/projects/version.ts';

interface Page {
  versions: ListedVersion[];
  next: number | null;
}

/** All versions of a project that were asked for so far: the first page, and the older ones below it. */
export function useVersionList(
  project: string,
  first: readonly ListedVersion[],
  firstNext: number | null,
) {
  const [older, setOlder] = useState<Page | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const next = older === null ? firstNext : older.next;

  async function load(before: number): Promise<void> {
    setBusy(true);
    setFailure(null);
    const loaded = await getVersionsBefore(project, before);
    setBusy(false);
    if (!loaded.ok) return setFailure(loaded);
    const page = loaded.value;
    const known = older?.versions ?? [];
    setOlder({ versions: [...known, ...page.versions], next: page.next });
  }

  // A version that was saved meanwhile moves the first page: none is shown twice.
  const last = first.at(-1)?.number ?? 0;
  const below = older?.versions.filter(({ number }) => number < last) ?? [];
  return {
    versions: [...first, ...below],
    hasMore: next !== null,
    isBusy,
    failure,
    loadMore: () => void (next !== null && load(next)),
  };
}

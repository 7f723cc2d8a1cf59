import { useEffect, useEffectEvent, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getCalls } from '#app/hosting/calls/calls-client.ts';
import type { CallEntry, NamedCallPage } from '#app/hosting/calls/call-entry.ts';

import { toCallQuery, type LogFilter } from './use-log-filter.ts';

/** Calls that have arrived are asked for so often while the page is in sight. */
const LIVE_MS = 2_000;
/** Calls that are shown while more arrive; the oldest give way. */
const MAX_SHOWN = 500;

interface ShownCalls extends NamedCallPage {
  /** The filter that they were asked for by. */
  of: string;
}

type Join = (shown: NamedCallPage, page: NamedCallPage) => NamedCallPage;

/** Calls of a project: page by page, and those that arrive while `isLive`. */
export function useCalls(project: string, filter: LogFilter, isLive: boolean) {
  const of = `${project} ${JSON.stringify(filter)}`;
  const [shown, setShown] = useState<ShownCalls | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const current = shown?.of === of ? shown : null;

  /** Asks for calls; they are put to those that are shown, or take their place. */
  async function load(more: Record<string, string>, join: Join | null, isCurrent = () => true) {
    const got = await getCalls(project, { ...toCallQuery(filter, Date.now()), ...more });
    if (!isCurrent()) return;
    setFailure(got.ok ? null : got);
    if (!got.ok) return;
    const page = got.value;
    setShown((known) => ({ ...(join && known?.of === of ? join(known, page) : page), of }));
  }

  const loadFirst = useEffectEvent((isCurrent: () => boolean) => load({}, null, isCurrent));
  useEffect(() => whileOn(loadFirst), [of, attempt]);

  const isReady = current !== null;
  const loadNew = useEffectEvent((isCurrent: () => boolean) =>
    load({ after: String(current?.tail ?? 0) }, joinNewer, isCurrent),
  );
  useEffect(() => {
    if (!isLive || !isReady) return;
    return whileOn(async (isCurrent) => {
      while (isCurrent()) {
        if (document.visibilityState === 'visible') await loadNew(isCurrent);
        await new Promise((resolve) => setTimeout(resolve, LIVE_MS));
      }
    });
  }, [isLive, isReady, of]);

  async function loadOlder() {
    if (!current?.next) return;
    setBusy(true);
    await load({ before: current.next }, joinOlder);
    setBusy(false);
  }

  return {
    calls: current,
    failure,
    isBusy,
    loadOlder: () => void loadOlder(),
    refresh: () => setAttempt(attempt + 1),
  };
}

/** Starts something, and returns how it is told that nobody wants it any more. */
function whileOn(start: (isCurrent: () => boolean) => Promise<void>): () => void {
  let isOn = true;
  void start(() => isOn);
  return () => {
    isOn = false;
  };
}

/** The older calls go below those that are shown. */
function joinOlder(shown: NamedCallPage, page: NamedCallPage): NamedCallPage {
  return {
    ...shown,
    calls: toEach([...shown.calls, ...page.calls]),
    keyNames: { ...shown.keyNames, ...page.keyNames },
    next: page.next,
  };
}

/** Calls that have arrived go among those that are shown, by their time. */
function joinNewer(shown: NamedCallPage, page: NamedCallPage): NamedCallPage {
  if (page.calls.length === 0) return { ...shown, tail: page.tail };
  const calls = toEach([...page.calls, ...shown.calls]);
  const kept = calls.slice(0, MAX_SHOWN);
  return {
    ...shown,
    calls: kept,
    keyNames: { ...shown.keyNames, ...page.keyNames },
    tail: page.tail,
    kept: shown.kept + page.calls.length,
    next: calls.length > MAX_SHOWN ? (kept.at(-1)?.id ?? null) : shown.next,
  };
}

/** Each call once, those with the highest ids first. */
function toEach(calls: readonly CallEntry[]): CallEntry[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

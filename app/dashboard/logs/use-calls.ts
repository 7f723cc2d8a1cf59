import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getCalls } from '#app/hosting/calls/calls-client.ts';
import type { CallEntry, NamedCallPage } from '#app/hosting/calls/call-entry.ts';

import { nameCaller } from '#app/dashboard/call-words.ts';
import { toCallQuery, type LogFilter } from './use-log-filter.ts';

/** Calls that have arrived are asked for so often while the page is in sight. */
const LIVE_MS = 2_000;
/** Where that fails, the wait doubles up to this. */
const MAX_WAIT_MS = 30_000;
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
  const [failed, setFailed] = useState<{ of: string; failure: RequestFailure } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const list = `${of} ${attempt}`;
  const [busyList, setBusyList] = useState<string | null>(null);
  const [callers, addCallers] = useCallers(project);
  const current = shown?.of === of ? shown : null;
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);

  /** Asks for calls; they are put to those that are shown, or take their place. Returns whether it succeeded. */
  async function load(more: Record<string, string>, join: Join | null, isCurrent: () => boolean) {
    const got = await getCalls(project, { ...toCallQuery(filter, Date.now()), ...more });
    if (!isCurrent()) return true;
    if (!got.ok) {
      // One message is enough for polls that go on failing.
      setFailed((known) => (join === joinNewer && known?.of === of ? known : { of, failure: got }));
      return false;
    }
    setFailed(null);
    const page = got.value;
    addCallers(page);
    setShown((known) => {
      if (join === null) return { ...page, of };
      return known?.of === of ? { ...join(known, page), of } : known;
    });
    return true;
  }

  const loadFirst = useEffectEvent((isCurrent: () => boolean) => load({}, null, isCurrent));
  useEffect(() => whileOn(loadFirst), [of, attempt]);

  const isReady = current !== null;
  const loadNew = (isCurrent: () => boolean) =>
    load({ after: String(current?.tail ?? 0) }, joinNewer, isCurrent);
  usePolling(isLive && isReady, of, loadNew);

  async function loadOlder() {
    if (!current?.next) return;
    setBusyList(list);
    await load({ before: current.next }, joinOlder, () => latest.current === list);
    setBusyList((known) => (known === list ? null : known));
  }

  return {
    calls: current,
    failure: failed?.of === of ? failed.failure : null,
    /** Older calls are being loaded. */
    isBusy: busyList === list,
    callers,
    loadOlder: () => void loadOlder(),
    refresh: () => setAttempt(attempt + 1),
  };
}

/** Asks again and again while it is on and the page is in sight; after failures it waits longer. */
function usePolling(
  isOn: boolean,
  subject: string,
  ask: (isCurrent: () => boolean) => Promise<boolean>,
) {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isOn) return;
    return whileOn(async (isCurrent) => {
      let wait = LIVE_MS;
      while (isCurrent()) {
        if (document.visibilityState === 'visible') {
          wait = (await askNow(isCurrent)) ? LIVE_MS : Math.min(2 * wait, MAX_WAIT_MS);
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    });
  }, [isOn, subject]);
}

/** Starts something, and returns how it is told that nobody wants it any more. */
function whileOn(start: (isCurrent: () => boolean) => Promise<unknown>): () => void {
  let isOn = true;
  void start(() => isOn);
  return () => {
    isOn = false;
  };
}

/** The names of all callers of a project that were met since the log was opened, by the ids of their keys. */
function useCallers(project: string) {
  const [met, setMet] = useState<{ of: string; names: Record<string, string> } | null>(null);
  const names = met?.of === project ? met.names : {};
  const add = ({ calls, keyNames }: NamedCallPage) => {
    const found = calls.flatMap((call) =>
      call.key === null ? [] : [[call.key, nameCaller(call, keyNames)] as const],
    );
    setMet((known) => ({
      of: project,
      names: { ...(known?.of === project ? known.names : {}), ...Object.fromEntries(found) },
    }));
  };
  return [names, add] as const;
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

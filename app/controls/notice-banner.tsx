import { Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';

import { IconButton } from '#app/ui/icon-button.tsx';
import { useHydrated } from '#app/ui/loading/use-hydrated.ts';

import { writeDismissal, type SiteNotice } from './site-notice.ts';

const ANNOUNCED = 'announced-notice';
/** Timers of browsers know no longer time, and no page is open for so long. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The operator's notice on every page, until it is dismissed or over. Read out once in a tab. */
export function NoticeBanner({ notice }: { notice: SiteNotice }) {
  const [closed, setClosed] = useState<string | null>(null);
  const announcement = useAnnouncement(notice);
  useEffect(() => {
    const left = Math.min(notice.endsAt - Date.now(), LONGEST_TIMER_MS);
    const timer = setTimeout(() => setClosed(notice.id), left);
    return () => clearTimeout(timer);
  }, [notice]);
  if (closed === notice.id) return null;

  function dismiss() {
    document.cookie = writeDismissal(notice, Date.now());
    setClosed(notice.id);
    // The button that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <aside
      aria-label="Site notice"
      className="flex items-start gap-2.5 border-b bg-pencil-tint py-1 pe-1.5 ps-4 text-sm sm:ps-6"
    >
      <Info aria-hidden className="mt-2 size-4 shrink-0 text-pencil" />
      <p className="min-w-0 grow py-1.5 wrap-anywhere">
        {notice.text} <NoticeTimes notice={notice} />
      </p>
      <output className="sr-only">{announcement}</output>
      <IconButton label="Dismiss notice" onClick={dismiss}>
        <X aria-hidden />
      </IconButton>
    </aside>
  );
}

function NoticeTimes({ notice: { startsAt, endsAt } }: { notice: SiteNotice }) {
  if (startsAt === null) return null;
  return (
    <span className="whitespace-nowrap text-muted">
      <NoticeTime at={startsAt} /> – <NoticeTime at={endsAt} />
    </span>
  );
}

/** A time in the reader's language and zone; the server knows neither, and writes UTC. */
function NoticeTime({ at }: { at: number }) {
  const isHydrated = useHydrated();
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className="tabular-nums">
      {isHydrated ? toText(date) : `${toText(date, 'UTC')} UTC`}
    </time>
  );
}

function toText(date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(timeZone ? 'en' : undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(date);
}

/** Whether this tab has read out a notice before; from now on it has. A browser without storage reads it out again. */
function wasAnnounced(id: string): boolean {
  try {
    if (sessionStorage.getItem(ANNOUNCED) === id) return true;
    sessionStorage.setItem(ANNOUNCED, id);
  } catch {
    // Storage is blocked.
  }
  return false;
}

/** A live region reads out only what comes into it after it is there. */
function useAnnouncement({ id, text }: SiteNotice): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (wasAnnounced(id)) return;
    const timer = setTimeout(() => setAnnouncement(text));
    return () => clearTimeout(timer);
  }, [id, text]);
  return announcement;
}

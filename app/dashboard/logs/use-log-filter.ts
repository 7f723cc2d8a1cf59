import { useSearchParams } from 'react-router';

import { CallEnding } from '#app/hosting/calls/call-entry.ts';

/** Spans of time to choose from, in milliseconds. */
export const SPANS = {
  hour: 60 * 60 * 1_000,
  day: 24 * 60 * 60 * 1_000,
  week: 7 * 24 * 60 * 60 * 1_000,
} as const;
export type LogSpan = keyof typeof SPANS;

/** The calls that the log shows, as the address has them. */
export interface LogFilter {
  end?: CallEnding;
  tool?: string;
  key?: string;
  version?: string;
  within?: LogSpan;
}

/** The filter of the log, kept in the address so that each view can be linked to. */
export function useLogFilter(): {
  filter: LogFilter;
  change: (change: { [Name in keyof LogFilter]: string }) => void;
} {
  const [params, setParams] = useSearchParams();
  const end = CallEnding.options.find((option) => option === params.get('end'));
  const within = toLogSpan(params.get('within'));
  const [tool, key, version] = ['tool', 'key', 'version'].map((name) => params.get(name) ?? '');
  const filter: LogFilter = {
    ...(end && { end }),
    ...(tool && { tool }),
    ...(key && { key }),
    ...(version && /^[1-9]\d{0,8}$/.test(version) && { version }),
    ...(within && { within }),
  };
  const change = (changed: object) => {
    const next = Object.entries({ ...filter, ...changed }).filter(([, value]) => value);
    setParams({ tab: 'logs', ...Object.fromEntries(next) }, { preventScrollReset: true });
  };
  return { filter, change };
}

/** The query of a request for these calls; a span ends now. */
export function toCallQuery({ within, ...filter }: LogFilter, now: number): Record<string, string> {
  return { ...filter, ...(within && { since: String(Math.max(0, now - SPANS[within])) }) };
}

function toLogSpan(text: string | null): LogSpan | undefined {
  return text === 'hour' || text === 'day' || text === 'week' ? text : undefined;
}

import { useSearchParams } from 'react-router';

const TABS = ['map', 'tools', 'try', 'files', 'report', 'history', 'use'] as const;
export type ScreenTab = (typeof TABS)[number];

export interface ScreenPlace {
  tab: ScreenTab;
  tool: string | null;
  file: string | null;
  /** Number of a restore point. */
  point: string | null;
}

/** The tab that an address without one means, by what else it names. */
const TABS_OF_PARTS = { tool: 'tools', file: 'files', point: 'history' } as const;

/** The tab that an address asks for; null where it names neither a tab nor a part of one. */
function readAskedTab(params: URLSearchParams): ScreenTab | null {
  const named = TABS.find((tab) => tab === params.get('tab'));
  if (named) return named;
  for (const [part, tab] of Object.entries(TABS_OF_PARTS)) if (params.has(part)) return tab;
  return null;
}

/** Which tab, tool and file are open: kept in the address, so that each can be linked to. */
export function useScreenAddress(firstTab: ScreenTab) {
  const [params, setParams] = useSearchParams();
  const asked = readAskedTab(params);
  const place: ScreenPlace = {
    tab: asked ?? firstTab,
    tool: params.get('tool'),
    file: params.get('file'),
    point: params.get('point'),
  };

  function go(change: Partial<ScreenPlace>, options: { replace?: boolean } = {}) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        // A file that was opened for one tool is not meant for another.
        if (change.tool !== undefined && change.tool !== current.get('tool')) next.delete('file');
        for (const [key, value] of Object.entries(change)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: options.replace ?? false, preventScrollReset: true },
    );
  }

  return { ...place, isAsked: asked !== null, go };
}

export type ScreenAddress = ReturnType<typeof useScreenAddress>;

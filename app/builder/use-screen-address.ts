import { useSearchParams } from 'react-router';

const TABS = ['tools', 'try', 'files', 'report', 'history', 'use'] as const;
export type ScreenTab = (typeof TABS)[number];

export interface ScreenPlace {
  tab: ScreenTab;
  tool: string | null;
  file: string | null;
  /** Number of a restore point. */
  point: string | null;
}

/** Which tab, tool and file are open: kept in the address, so that each can be linked to. */
export function useScreenAddress() {
  const [params, setParams] = useSearchParams();
  const place: ScreenPlace = {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'tools',
    tool: params.get('tool'),
    file: params.get('file'),
    point: params.get('point'),
  };

  function go(change: Partial<ScreenPlace>, options: { replace?: boolean } = {}) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [key, value] of Object.entries(change)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: options.replace ?? false, preventScrollReset: true },
    );
  }

  return { ...place, go };
}

export type ScreenAddress = ReturnType<typeof useScreenAddress>;

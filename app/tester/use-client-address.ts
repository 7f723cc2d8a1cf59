import { useSearchParams } from 'react-router';

export interface ClientPlace {
  /** Id of the selected server. */
  server?: string | null;
  tab?: string | null;
  tool?: string | null;
}

const PLACES = ['server', 'tab', 'tool'] as const;

/** The parameters of a link that offers a server; they go once it has been added. */
const LINK_PARAMETERS = ['url', 'name', 'transport', 'era', 'route', 'auth'];

/** The selected server and tab, and the server that a link offers: kept in the address. */
export function useClientAddress() {
  const [params, setParams] = useSearchParams();

  /** Goes elsewhere on the page; `isLinkDone` drops the server that the link offers. */
  function go(place: ClientPlace, { replace = false, isLinkDone = false } = {}) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const key of PLACES) {
          const value = place[key];
          if (value === null) next.delete(key);
          else if (value !== undefined) next.set(key, value);
        }
        if (isLinkDone) for (const key of LINK_PARAMETERS) next.delete(key);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  }

  return { server: params.get('server'), tab: params.get('tab'), params, go };
}

export type ClientAddress = ReturnType<typeof useClientAddress>;

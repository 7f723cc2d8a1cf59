import { useSearchParams } from 'react-router';

/** Two versions that are compared. */
export interface ComparedVersions {
  from: number;
  to: number;
}

/** The versions that are compared, kept in the address so that each comparison can be linked to. */
export function useComparedVersions(latest: number): {
  compared: ComparedVersions | null;
  compare: (next: ComparedVersions | null) => void;
} {
  const [params, setParams] = useSearchParams();
  const from = readVersion(params.get('from'), latest);
  const to = readVersion(params.get('to'), latest);
  const compare = (next: ComparedVersions | null) => {
    const query = new URLSearchParams({ tab: 'versions' });
    if (next !== null) {
      query.set('from', String(next.from));
      query.set('to', String(next.to));
    }
    setParams(query, { preventScrollReset: true });
  };
  return { compared: from === null || to === null ? null : { from, to }, compare };
}

/** The number of a version as an address has it; null where there is no such version. */
function readVersion(text: string | null, latest: number): number | null {
  const number = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= latest ? number : null;
}

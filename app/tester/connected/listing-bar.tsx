import { RotateCw } from 'lucide-react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { SearchField } from '#app/ui/search-field.tsx';

/** The field above a server's list, and the button that reads the list again. */
export function ListingBar({
  count,
  noun,
  query,
  isLoading,
  onQuery,
  onReload,
}: {
  count: number;
  /** Of one item: `tool`. */
  noun: string;
  query: string;
  isLoading: boolean;
  onQuery: (query: string) => void;
  onReload: () => void;
}) {
  const counted = count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`;
  return (
    <div className="flex shrink-0 items-center gap-2 border-b px-4 py-3 sm:px-6">
      <SearchField
        label={`Search ${counted}`}
        value={query}
        className="grow"
        onChange={(event) => onQuery(event.target.value)}
      />
      <IconButton label="Read the list again" aria-busy={isLoading} onClick={onReload}>
        <RotateCw aria-hidden />
      </IconButton>
    </div>
  );
}

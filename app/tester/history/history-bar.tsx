import { Eye, EyeOff, Pause, Play, Trash2 } from 'lucide-react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import { ExportMenu } from './export-menu.tsx';
import type { HistoryFilter } from './filter-entries.ts';
import type { HistoryRows } from './use-history.ts';

export type HistoryView = 'messages' | 'http' | 'pinned';

const KINDS: readonly [HistoryFilter['kind'], string][] = [
  ['all', 'All kinds'],
  ['calls', 'Requests and answers'],
  ['notifications', 'Notifications'],
  ['failed', 'Failed'],
];

const DIRECTIONS: readonly [HistoryFilter['direction'], string][] = [
  ['all', 'Both directions'],
  ['sent', 'Sent'],
  ['received', 'Received'],
];

interface Props {
  connection: ServerConnection;
  history: HistoryRows;
  view: HistoryView;
  filter: HistoryFilter;
  pinned: number;
  /** Rows that the filter leaves. */
  found: number;
  isRevealed: boolean;
  onView: (view: HistoryView) => void;
  onFilter: (filter: HistoryFilter) => void;
  onReveal: (isRevealed: boolean) => void;
}

/** Chooses what of the history is shown, and takes it away as a file. */
export function HistoryBar(props: Props) {
  const { connection, history, view, filter, found, isRevealed, onFilter } = props;
  const { isPaused, waiting } = history;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-3 sm:px-6">
      <Segmented
        label="History of"
        value={view}
        options={[
          { value: 'messages', label: 'Messages' },
          { value: 'http', label: 'HTTP' },
          { value: 'pinned', label: `Pinned ${props.pinned}` },
        ]}
        onChange={props.onView}
      />
      <SearchField
        label={found === 1 ? 'Search 1 entry' : `Search ${formatCount(found)} entries`}
        value={filter.query}
        className="min-w-44 grow basis-44"
        onChange={(event) => onFilter({ ...filter, query: event.target.value })}
      />
      <Filters {...props} />
      <span className="flex items-center">
        <IconButton
          label={isPaused ? `Go on, ${waiting} messages are waiting` : 'Hold the list still'}
          aria-pressed={isPaused}
          onClick={() => history.setPaused(!isPaused)}
        >
          {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
        <IconButton
          label={isRevealed ? 'Mask secrets' : 'Show secrets'}
          aria-pressed={isRevealed}
          onClick={() => props.onReveal(!isRevealed)}
        >
          {isRevealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
        <ExportMenu connection={connection} />
        <IconButton
          label="Clear the history"
          onClick={() => {
            history.setPaused(false);
            connection.log.clear();
          }}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

function Filters({ view, filter, onFilter }: Props) {
  return (
    <>
      <Select
        aria-label="Kind"
        className="w-auto"
        value={filter.kind}
        onChange={(event) => {
          const kind = KINDS.find(([value]) => value === event.target.value)?.[0];
          if (kind) onFilter({ ...filter, kind });
        }}
      >
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {view === 'http' ? null : (
        <Select
          aria-label="Direction"
          className="w-auto"
          value={filter.direction}
          onChange={(event) => {
            const direction = DIRECTIONS.find(([value]) => value === event.target.value)?.[0];
            if (direction) onFilter({ ...filter, direction });
          }}
        >
          {DIRECTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}

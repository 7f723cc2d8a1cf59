import type { ReactNode } from 'react';

import { describeLatency } from '#app/dashboard/call-words.ts';
import type { UsageHour } from '#app/dashboard/logs/fill-hours.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

interface Props {
  /** Names the first column. */
  of: string;
  rows: readonly (Omit<UsageHour, 'at'> & { key: string | number; name: ReactNode })[];
}

/** Calls, failures and latencies, a row for each hour or tool. */
export function UsageTable({ of, rows }: Props) {
  return (
    <ScrollArea label={`Usage by ${of.toLowerCase()}`}>
      <table className="text-sm tabular-nums">
        <thead className="text-start text-muted">
          <tr className="border-b">
            {[of, 'Calls', 'Failed', 'Median', '95th percentile'].map((head) => (
              <th key={head} scope="col" className="py-1.5 pe-6 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ key, name, calls, errors, p50, p95 }) => (
            <tr key={key}>
              <th scope="row" className="py-1.5 pe-6 text-start font-normal whitespace-nowrap">
                {name}
              </th>
              <td className="py-1.5 pe-6">{formatCount(calls)}</td>
              <td className="py-1.5 pe-6">{formatCount(errors)}</td>
              <td className="py-1.5 pe-6 whitespace-nowrap">{describeLatency(p50)}</td>
              <td className="py-1.5 pe-6 whitespace-nowrap">{describeLatency(p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

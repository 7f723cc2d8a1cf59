import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { TOTAL_NAMES, type DayTotals, type TotalName } from './day-total.ts';

const COLUMNS: Record<TotalName, string> = {
  users: 'New users',
  chats: 'Chats',
  projects: 'Projects',
  versions: 'Versions',
  turns: 'Messages',
  calls: 'Hosted calls',
  failedCalls: 'Failed calls',
  databaseBytes: 'Database, MB',
};
const CHARTS = ['users', 'chats', 'turns', 'calls'] as const;

/** Totals of the last thirty days: four as bars, all of them in a table. */
export function UsageTotals({ days }: { days: DayTotals[] }) {
  if (days.length === 0) {
    return (
      <EmptyState title="Nothing was counted yet">
        Totals are counted every hour, from the first one on.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="usage" className="flex flex-col gap-6">
      <h2 id="usage" className="sr-only">
        Usage
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {CHARTS.map((name) => (
          <BarChart key={name} name={name} days={days} />
        ))}
      </div>
      <ScrollArea label="Totals by day">
        <table className="w-full text-sm tabular-nums">
          <thead className="text-muted">
            <tr className="border-b">
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                Day (UTC)
              </th>
              {TOTAL_NAMES.map((name) => (
                <th key={name} scope="col" className="py-2 ps-4 text-end font-medium">
                  {COLUMNS[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, amounts }) => (
              <tr key={date} className="border-b">
                <th scope="row" className="py-1.5 pe-4 text-start font-normal whitespace-nowrap">
                  {date}
                </th>
                {TOTAL_NAMES.map((name) => (
                  <td key={name} className="py-1.5 ps-4 text-end">
                    {toText(name, amounts[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <p className="text-sm text-muted">
        Calls are those of the 500 published projects that were changed last; guests’ chats count,
        messages on users’ own models do not.
      </p>
    </section>
  );
}

const WIDTH = 240;
const HEIGHT = 56;

/** One total by day, as bars; the table below has the same in figures. */
function BarChart({ name, days }: { name: TotalName; days: DayTotals[] }) {
  const amounts = days.map((day) => day.amounts[name] ?? 0);
  const most = Math.max(1, ...amounts);
  const step = WIDTH / Math.max(amounts.length, 14);
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return (
    <figure>
      <figcaption className="flex justify-between text-sm">
        <span className="text-muted">{COLUMNS[name]}</span>
        <span className="tabular-nums">{formatCount(sum)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden
        className="mt-1 w-full border-b fill-blue"
        preserveAspectRatio="none"
      >
        {amounts.map((amount, index) => {
          const height = (amount / most) * HEIGHT;
          return (
            <rect
              key={days[index]?.date}
              x={index * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
            />
          );
        })}
      </svg>
    </figure>
  );
}

function toText(name: TotalName, amount: number | undefined): string {
  if (amount === undefined) return '–';
  return name === 'databaseBytes' ? (amount / 1_048_576).toFixed(1) : formatCount(amount);
}

import { clsx } from 'clsx';

import type { BenchRow } from './proof.ts';

/** The row of the benchmark that does as much as a served endpoint: it writes a line for each call. */
const OURS = 'ours, each call logged';

/** Names of rows that say less by themselves. */
const NAMES: Record<string, string> = {
  [OURS]: 'Made here, each call logged',
  'a bare handler': 'Bare handler, without MCP',
};

/** Our server and named peers, the fastest first: a bar for each, and its figures. */
export function BenchProof({ rows }: { rows: readonly BenchRow[] }) {
  const shown = rows
    .filter(({ label }) => label === OURS || !label.startsWith('ours'))
    .toSorted((a, b) => b.rate - a.rate);
  const most = Math.max(...shown.map(({ rate }) => rate));
  return (
    <table className="block w-full overflow-hidden rounded-panel border bg-raised px-4 py-1 text-sm tabular-nums sm:table sm:border-separate sm:border-spacing-0 sm:p-0">
      <caption className="sr-only">Calls per second in workerd</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="text-start text-muted">
          <HeadCell>Server</HeadCell>
          <HeadCell className="w-1/3" />
          <HeadCell className="text-end">Calls per second</HeadCell>
          <HeadCell className="text-end">CPU of a call</HeadCell>
        </tr>
      </thead>
      <tbody className="block divide-y sm:table-row-group">
        {shown.map((row) => (
          <Row key={row.label} row={row} share={row.rate / most} />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ className, children }: { className?: string; children?: string }) {
  return (
    <th scope="col" className={clsx('px-4 pt-2.5 pb-1.5 font-normal whitespace-nowrap', className)}>
      {children ?? <span className="sr-only">Share of the fastest</span>}
    </th>
  );
}

function Row({ row: { label, rate, cpu }, share }: { row: BenchRow; share: number }) {
  const isOurs = label === OURS;
  const cell = 'sm:table-cell sm:border-t sm:px-4 sm:py-2';
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 py-2.5 sm:table-row">
      <th
        scope="row"
        className={clsx(cell, 'text-start', isOurs ? 'font-semibold' : 'font-normal')}
      >
        {NAMES[label] ?? label.replace(/, 2025$/, ', revision 2025-11-25')}
      </th>
      <td aria-hidden className={clsx(cell, 'order-last col-span-2 mt-1.5 sm:mt-0')}>
        <span
          className={clsx('block h-2 rounded-[2px]', isOurs ? 'bg-blue' : 'bg-edge')}
          style={{ width: `${Math.round(100 * share)}%` }}
        />
      </td>
      <td className={clsx(cell, 'text-end', isOurs && 'font-semibold')}>
        {rate.toLocaleString('en')}
      </td>
      <td className={clsx(cell, 'text-end text-muted max-sm:hidden')}>{cpu}</td>
    </tr>
  );
}

import type { UsageView } from './call-entry.ts';
import type { StoredUsage } from './call-log-stub.server.ts';
import { addBuckets, quantileOf } from './latency-buckets.ts';

const MEDIAN = 0.5;
const SLOW = 0.95;

interface Sum {
  calls: number;
  errors: number;
  buckets: number[];
}

/**
 * Usage by hour, oldest first, and by tool, the most called first.
 *
 * @param only the tool that hours are counted of; absent: all
 */
export function summariseUsage(
  { rows }: StoredUsage,
  only?: string,
): Pick<UsageView, 'hours' | 'tools'> {
  const counted = rows.filter(({ tool }) => only === undefined || tool === only);
  const byHour = sumBy(counted, ({ hour }) => hour);
  const byTool = sumBy(rows, ({ tool }) => tool);
  return {
    hours: [...byHour].map(([at, { calls, errors, buckets }]) => ({
      at,
      calls,
      errors,
      p50: quantileOf(buckets, MEDIAN),
      p95: quantileOf(buckets, SLOW),
    })),
    tools: [...byTool]
      .flatMap(([tool, { calls, errors, buckets }]) =>
        tool === null
          ? []
          : [
              {
                tool,
                calls,
                errors,
                p50: quantileOf(buckets, MEDIAN),
                p95: quantileOf(buckets, SLOW),
              },
            ],
      )
      .sort((a, b) => b.calls - a.calls),
  };
}

function sumBy<Key>(
  rows: StoredUsage['rows'],
  keyOf: (row: StoredUsage['rows'][number]) => Key,
): Map<Key, Sum> {
  const sums = new Map<Key, Sum>();
  for (const row of rows) {
    const key = keyOf(row);
    const { calls, errors, buckets } = sums.get(key) ?? { calls: 0, errors: 0, buckets: [] };
    sums.set(key, {
      calls: calls + row.calls,
      errors: errors + row.errors,
      buckets: addBuckets(buckets, row.buckets),
    });
  }
  return sums;
}

import type { CheckGroup } from './report-groups.ts';

const PARTS = [
  { status: 'pass', fill: 'bg-pass' },
  { status: 'warn', fill: 'bg-warn' },
  { status: 'fail', fill: 'bg-fail' },
] as const;

/** How each family of checks came out: a bar of its parts, and the same in words. */
export function FamilyChart({
  groups,
  onOpen,
}: {
  groups: readonly CheckGroup[];
  /** Shows the checks of a family. */
  onOpen: (group: CheckGroup) => void;
}) {
  const shown = groups.filter((group) => countApplied(group) > 0);
  const longest = Math.max(1, ...shown.map(countApplied));
  return (
    <section aria-label="Families of checks" className="border-b px-4 py-3 sm:px-6">
      <ul className="grid gap-x-4 @min-[560px]:grid-cols-[auto_minmax(0,1fr)_auto]">
        {shown.map((group) => (
          <li key={group.family} className="@min-[560px]:contents">
            <button
              type="button"
              onClick={() => onOpen(group)}
              className="-mx-1.5 grid min-h-8 w-[calc(100%+12px)] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-control px-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-11 @min-[560px]:col-span-3 @min-[560px]:grid-cols-subgrid"
            >
              <span className="col-start-1 row-start-1">{group.title}</span>
              <span
                aria-hidden
                className="row-start-2 mb-1.5 flex h-2 gap-0.5 max-@min-[560px]:col-span-2 @min-[560px]:col-start-2 @min-[560px]:row-start-1 @min-[560px]:mb-0"
                style={{ width: `${(100 * countApplied(group)) / longest}%` }}
              >
                {PARTS.map(({ status, fill }) =>
                  group.counts[status] === 0 ? null : (
                    <span
                      key={status}
                      className={`rounded-[2px] ${fill}`}
                      style={{ flexGrow: group.counts[status], flexBasis: 0 }}
                    />
                  ),
                )}
              </span>
              <span className="col-start-2 row-start-1 text-end text-muted tabular-nums @min-[560px]:col-start-3">
                {describe(group)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countApplied({ counts: { pass, warn, fail } }: CheckGroup): number {
  return pass + warn + fail;
}

/** `18 of 21 pass, 1 to fix, 2 to improve`. */
function describe(group: CheckGroup): string {
  const { pass, warn, fail } = group.counts;
  const all = countApplied(group);
  return [
    pass === all ? `all ${all} pass` : `${pass} of ${all} pass`,
    ...(fail > 0 ? [`${fail} to fix`] : []),
    ...(warn > 0 ? [`${warn} to improve`] : []),
  ].join(', ');
}

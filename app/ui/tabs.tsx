import { clsx } from 'clsx';
import { Tabs as Primitive } from 'radix-ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { readDirection, useDirection } from './locale/use-direction.ts';

/** The look of a tab, also of a button in a row with tabs. */
export const TAB =
  'min-h-11 shrink-0 border-b-2 border-transparent px-1.5 text-sm font-medium text-muted -outline-offset-3 hover:text-ink sm:px-3';
const OPEN = 'data-[state=active]:border-blue data-[state=active]:text-ink';
const OPEN_ON_DESKTOPS = 'md:data-[state=active]:border-blue md:data-[state=active]:text-ink';

/** Enough of the tab behind the open one to be seen. */
const NEXT_TAB_PX = 40;

/** Tabs whose open one is decided outside: by the address. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  isAway = false,
  start,
  end,
  children,
}: {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: ReactNode }[];
  /** Called for the open tab as well, when it is pressed. */
  onChange: (value: Value) => void;
  /** On phones something else is shown below the row; the open tab is not marked there. */
  isAway?: boolean;
  /** Stands at the start of the row, and scrolls with the tabs. */
  start?: ReactNode;
  /** Stands at the end of the row. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  // On phones the row is wider than the screen.
  useEffect(() => {
    const all = row.current;
    const open = isAway ? null : all?.querySelector<HTMLElement>('[data-state=active]');
    if (!all) return;
    const isRtl = readDirection() === 'rtl';
    const end = open ? toEnd(open, all, isRtl) + NEXT_TAB_PX : 0;
    const left = Math.max(0, end - all.clientWidth);
    all.scrollTo({ left: isRtl ? -left : left });
    // The row stays at the top of a scrolled page: the opened panel begins below it.
    const bar = all.parentElement;
    const content = isAway ? null : bar?.nextElementSibling;
    if (!bar || !content) return;
    const below = content.getBoundingClientRect().top - bar.getBoundingClientRect().bottom;
    if (below < 0) scrollBy({ top: below });
  }, [value, isAway]);
  return (
    <Primitive.Root
      dir={useDirection()}
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next);
        if (tab) onChange(tab.value);
      }}
      className="flex min-h-0 min-w-0 grow flex-col max-md:contents"
    >
      <div className="flex shrink-0 items-center justify-between gap-3 border-b bg-paper px-4 max-md:sticky max-md:top-0 max-md:z-10 max-md:order-first sm:px-6">
        <div ref={row} className="relative -ms-2 flex min-w-0 overflow-x-auto max-md:-me-4">
          {start}
          <Primitive.List aria-label={label} className="flex max-md:pe-4 md:gap-1">
            {tabs.map((tab) => (
              <Primitive.Trigger
                key={tab.value}
                value={tab.value}
                className={clsx(TAB, isAway ? OPEN_ON_DESKTOPS : OPEN)}
                onClick={() => isAway && tab.value === value && onChange(value)}
              >
                {tab.label}
              </Primitive.Trigger>
            ))}
          </Primitive.List>
        </div>
        {end}
      </div>
      <Primitive.Content
        value={value}
        className={clsx(
          '@container flex min-h-0 grow flex-col -outline-offset-2 max-md:order-last',
          isAway && 'max-md:hidden',
        )}
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}

/** Where a tab ends, in pixels from the beginning of its row. */
function toEnd(tab: HTMLElement, row: HTMLElement, isRtl: boolean): number {
  return isRtl ? row.clientWidth - tab.offsetLeft : tab.offsetLeft + tab.offsetWidth;
}

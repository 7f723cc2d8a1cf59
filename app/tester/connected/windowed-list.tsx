import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

/** Rows above and below the visible ones, so that a fast scroll shows no gap. */
const SPARE_ROWS = 8;
/** Until the list knows its height. */
const FIRST_HEIGHT_PX = 800;

/**
 * A list of any length, of which only the rows in sight are in the page. The arrow keys go from row to row;
 * each row has one button.
 */
export function WindowedList<Item>({
  label,
  items,
  rowHeight,
  toKey,
  children,
}: {
  label: string;
  items: readonly Item[];
  /** Pixels; the rows have to keep to it. */
  rowHeight: number;
  toKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  // A list that got shorter is scrolled back by the browser, which tells of it later.
  const from = Math.min(top, Math.max(0, items.length * rowHeight - height));
  const first = Math.max(0, Math.floor(from / rowHeight) - SPARE_ROWS);
  const last = Math.min(items.length, Math.ceil((from + height) / rowHeight) + SPARE_ROWS);

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    event.preventDefault();
    (buttons[at + step] ?? buttons[at])?.focus();
  }

  return (
    // The keys only move the focus among the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={(element) => {
        if (element && element.clientHeight > 0) setHeight(element.clientHeight);
      }}
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
        setHeight(currentTarget.clientHeight);
      }}
      onKeyDown={moveFocus}
      className="min-h-0 grow overflow-y-auto"
    >
      <ul aria-label={label} className="relative" style={{ height: items.length * rowHeight }}>
        {items.slice(first, last).map((item, index) => (
          <li
            key={toKey(item)}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            className="absolute inset-x-0 border-b"
            style={{ top: (first + index) * rowHeight, height: rowHeight }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

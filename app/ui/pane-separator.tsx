import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';

import { readDirection } from './locale/use-direction.ts';

const STEP = 16;

interface Props {
  label: string;
  /** Of the pane before it, in CSS pixels. */
  width: number;
  min: number;
  max: number;
  initial: number;
  /** While it is moved. */
  onMove: (width: number) => void;
  /** Once, when it stands still. */
  onSettle: (width: number) => void;
}

/** The line between two panes: dragged, or moved by arrow keys; a double click puts it back. */
export function PaneSeparator({ label, width, min, max, initial, onMove, onSettle }: Props) {
  const drag = useRef<{ from: number; width: number } | null>(null);
  // The pane before the line is on its right where one reads from right to left.
  const sign = () => (readDirection() === 'rtl' ? -1 : 1);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width };
  }

  function onPointerMove(event: PointerEvent) {
    if (drag.current) onMove(drag.current.width + sign() * (event.clientX - drag.current.from));
  }

  function onPointerUp(event: PointerEvent) {
    if (!drag.current) return;
    const { from, width: before } = drag.current;
    drag.current = null;
    if (event.clientX !== from) onSettle(before + sign() * (event.clientX - from));
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowLeft: width - sign() * STEP,
      ArrowRight: width + sign() * STEP,
      Home: min,
      End: max,
      Enter: initial,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onSettle(to);
  }

  return (
    // A separator that moves is a control (ARIA: window splitter), and takes focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      // An hr may not hold the line that is drawn.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title="Drag, or use the arrow keys; double click puts it back"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onSettle(initial)}
      onKeyDown={onKeyDown}
      className="group relative z-1 -mx-1.5 w-3 shrink-0 cursor-col-resize touch-none outline-none select-none max-md:hidden"
    >
      <div className="mx-auto h-full w-px bg-line group-hover:w-0.5 group-hover:bg-edge group-focus-visible:w-1 group-focus-visible:bg-blue group-active:w-0.5 group-active:bg-blue" />
    </div>
  );
}

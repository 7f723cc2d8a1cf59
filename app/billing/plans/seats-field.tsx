import { useId } from 'react';

import { Input } from '#app/ui/input.tsx';

export const MAX_SEATS = 200;

interface Props {
  /** Null: what was typed is no number of seats. */
  seats: number | null;
  onSeats: (seats: number | null) => void;
  /** The price of that many. */
  total: string | null;
}

/** How many seats of a team are paid for. */
export function SeatsField({ seats, onSeats, total }: Props) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id} className="font-medium">
        Seats
      </label>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SEATS}
        className="w-20! tabular-nums"
        defaultValue={seats ?? ''}
        aria-invalid={seats === null}
        aria-describedby={`${id}-total`}
        onChange={(event) => onSeats(readSeats(event.currentTarget.value))}
      />
      <output id={`${id}-total`} htmlFor={id} className="text-muted tabular-nums">
        {seats === null ? `Enter a number from 1 to ${MAX_SEATS}.` : total}
      </output>
    </div>
  );
}

function readSeats(text: string): number | null {
  const seats = Number(text);
  const isSeats = text !== '' && Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS;
  return isSeats ? seats : null;
}

import type { ComponentProps } from 'react';

import { Button } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

interface Props extends ComponentProps<typeof Button> {
  /** It is under way: the mark turns, and clicks do nothing. */
  isBusy: boolean;
  /** Clicks do nothing for another reason. */
  isOff?: boolean;
}

/** A button of something that takes a while. It keeps the focus while it does nothing. */
export function TaskButton({ isBusy, isOff = false, onClick, children, ...props }: Props) {
  const isIdle = isBusy || isOff;
  return (
    <Button
      {...props}
      aria-disabled={isIdle}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <SpinnerMark /> : null}
      {children}
    </Button>
  );
}

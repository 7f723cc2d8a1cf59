import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs something when a value has become another one; its first value is none. */
export function useOnChange(value: string | null, run: () => void): void {
  const known = useRef(value);
  const onChange = useEffectEvent(run);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== null && before !== value) onChange();
  }, [value]);
}

import { useLayoutEffect, type RefObject } from 'react';

/** Takes over the text typed into a field before the page had its scripts, as the field has it. */
export function useEarlyText(
  field: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
): void {
  // Only the first time: from then on the field shows what React says.
  useLayoutEffect(() => {
    if (field.current?.value) onText(field.current.value);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

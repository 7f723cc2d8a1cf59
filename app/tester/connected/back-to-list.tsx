import { ArrowLeft } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';

/** The way back from a detail, where there is no room for the list beside it. */
export function BackToList({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Button variant="ghost" className="-ms-3 @min-[640px]:hidden" onClick={onClose}>
      <ArrowLeft aria-hidden />
      {label}
    </Button>
  );
}

import { Globe } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';

/** Asks before a chat is shown to everybody, and says what cannot be taken back. */
export function PublicQuestion({
  isBusy,
  onAnswer,
}: {
  isBusy: boolean;
  onAnswer: (isYes: boolean) => void;
}) {
  return (
    <section
      aria-label="Make it public?"
      className="rounded-panel border border-pencil px-3.5 py-2.5 text-sm"
    >
      <div role="alert">
        <p className="flex items-center gap-2 font-medium text-pencil">
          <Globe aria-hidden className="size-4 shrink-0" />
          Make it public?
        </p>
        <p className="mt-1 text-muted">
          It will be listed in the showcase with the name on your profile, where everyone can read
          it and copy it. Copies stay with those who made them, even when this chat is private
          again.
        </p>
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => onAnswer(true)}>
          Make it public
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => onAnswer(false)}>
          Not now
        </Button>
      </div>
    </section>
  );
}

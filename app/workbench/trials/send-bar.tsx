import { Play, Square } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { SendKeys } from '#app/ui/send-keys.tsx';
import { UpstreamBadge } from '#app/workbench/upstream-badge.tsx';

/** Sends or stops a call, and says who will answer. */
export function SendBar({
  isRunning,
  canSend,
  isMock,
  needsSecrets,
  problems,
  onStop,
}: {
  isRunning: boolean;
  canSend: boolean;
  isMock: boolean;
  needsSecrets: boolean;
  /** How many arguments are wrong. */
  problems: number;
  onStop: () => void;
}) {
  return (
    <div className="sticky bottom-0 -mx-4 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      {isRunning ? (
        <Button onClick={onStop}>
          <Square aria-hidden />
          Stop
        </Button>
      ) : (
        <Button type="submit" variant="primary" disabled={!canSend}>
          <Play aria-hidden />
          Send
          <SendKeys />
        </Button>
      )}
      <UpstreamBadge isMock={isMock} />
      {needsSecrets ? <Badge tone="pencil">needs secrets</Badge> : null}
      {problems > 0 ? (
        <p role="alert" className="text-sm text-fail">
          {problems === 1 ? '1 argument is not valid' : `${problems} arguments are not valid`}
        </p>
      ) : null}
    </div>
  );
}

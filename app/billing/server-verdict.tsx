import { Check, CircleAlert, Lock } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';

import { askGate, type GateAnswer } from './ask-gate.ts';
import { TIER_NAMES, type GateTier } from './limits.ts';

const VERDICTS = {
  open: { Icon: Check, colour: 'text-pass' },
  shut: { Icon: Lock, colour: 'text-muted' },
  unknown: { Icon: CircleAlert, colour: 'text-fail' },
};

/** Asks the server's own gate, so that one sees that it says the same as the screen's. */
export function ServerVerdict({ tier }: { tier: GateTier }) {
  const [answer, setAnswer] = useState<GateAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask() {
    setBusy(true);
    setAnswer(await askGate(tier));
    setBusy(false);
  }

  const verdict = answer && VERDICTS[answer.verdict];
  return (
    <div className="flex items-center gap-3 sm:flex-row-reverse">
      <Button
        aria-label={`Ask the server about ${TIER_NAMES[tier]}`}
        aria-disabled={isBusy}
        onClick={() => (isBusy ? undefined : void ask())}
      >
        {isBusy ? 'Asking' : 'Ask the server'}
      </Button>
      <p aria-live="polite" className="flex items-start gap-1.5 text-sm">
        {answer && verdict ? (
          <>
            <verdict.Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${verdict.colour}`} />
            {answer.detail}
          </>
        ) : null}
      </p>
    </div>
  );
}

import { Info } from 'lucide-react';
import { useId } from 'react';

import { formatTokens } from './token-cost.ts';

/** The cost in tokens of the list of tools for a model, and how it is counted. */
export function TokenNote({ tokens }: { tokens: number }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="-mx-1 flex min-h-8 items-center gap-1.5 rounded-control px-1 text-muted tabular-nums hover:text-ink pointer-coarse:min-h-11"
      >
        about {formatTokens(tokens)} tokens
        <Info aria-hidden className="size-4" />
        <span className="sr-only">How is this counted?</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="anchored m-auto max-w-sm rounded-panel border bg-raised p-4 text-sm text-ink shadow-float"
      >
        <p className="font-semibold">What the tool list costs a model</p>
        <p className="mt-1 text-muted">
          The characters of the list as clients get it, where large schemas are shortened, divided
          by four. Models count differently, so this is an estimate. Clients send the list with
          every conversation: serve only the tools that are needed.
        </p>
      </div>
    </>
  );
}

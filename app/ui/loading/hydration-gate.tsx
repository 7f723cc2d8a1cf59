import type { ReactNode } from 'react';

import { useHydrated } from './use-hydrated.ts';

/**
 * Turns off the buttons and fields of a page until it has its scripts: what is pressed before would be lost. Its
 * children come from outside and are not rendered again with it, since parts among them may still wait to be taken
 * over, and would be left empty.
 */
export function HydrationGate({ className, children }: { className: string; children: ReactNode }) {
  return (
    <fieldset disabled={!useHydrated()} className={className}>
      {children}
    </fieldset>
  );
}

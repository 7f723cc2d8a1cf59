import { useId } from 'react';

import { useConsent } from '#app/analytics/use-consent.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

/** Gives or takes back the consent to be counted, in effect at once. */
export function AnalyticsChoice() {
  const { key, consent, choose } = useConsent();
  const id = useId();
  if (key === null) {
    return <p>This installation has no analytics set up, so nothing is counted here.</p>;
  }
  return (
    <div className="rounded-panel border bg-raised px-4 py-2">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-medium">
        <Checkbox
          id={id}
          checked={consent === 'on'}
          aria-describedby={`${id}-state`}
          onChange={(event) => choose(event.currentTarget.checked ? 'on' : 'off')}
        />
        Count my sign-ins and sign-outs
      </label>
      <output id={`${id}-state`} className="block pb-1 text-sm text-muted">
        {consent === 'on'
          ? 'You agreed. Clear the box to withdraw: everything stored for it in this browser is removed.'
          : 'Nothing is counted.'}
      </output>
    </div>
  );
}

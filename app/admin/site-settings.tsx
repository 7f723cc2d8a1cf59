import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { SiteNotice } from '#app/controls/site-notice.ts';
import { SWITCHES, SWITCH_WORDS, type SwitchName } from '#app/controls/switches.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { NoticeForm } from './notice-form.tsx';
import { useAdminChange } from './use-admin-change.ts';

/** The notice on every page, and what can be turned off. */
export function SiteSettings({ notice, off }: { notice: SiteNotice | null; off: SwitchName[] }) {
  return (
    <div className="grid gap-10 md:grid-cols-2">
      <NoticeForm key={notice?.id} notice={notice} />
      <section aria-labelledby="switches">
        <h2 id="switches">Switches</h2>
        <p className="mt-1 mb-3 text-muted">
          A change takes effect everywhere within half a minute. Anyone affected by a switch that is
          off is told why.
        </p>
        <ul className="border-t">
          {SWITCHES.map((name) => (
            <SwitchItem key={name} name={name} isOn={!off.includes(name)} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function SwitchItem({ name, isOn }: { name: SwitchName; isOn: boolean }) {
  const { isBusy, failure, send, forget } = useAdminChange();
  const { label, effect } = SWITCH_WORDS[name];
  return (
    <li className="border-b py-3">
      <label className="flex min-h-6 items-start gap-2.5">
        <Checkbox
          className="mt-1"
          checked={isOn}
          disabled={isBusy}
          aria-describedby={`${name}-effect`}
          onChange={(event) => void send('PUT', `switches/${name}`, { isOn: event.target.checked })}
        />
        <span className="font-medium">{label}</span>
      </label>
      <p id={`${name}-effect`} className="ps-6.5 text-sm text-muted">
        {effect}
      </p>
      {failure ? <FailureNote failure={failure} onClose={forget} /> : null}
    </li>
  );
}

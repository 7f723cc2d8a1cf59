import { useId } from 'react';

import type { OauthFacts, OauthSettings, Registration } from '#app/mcp-client/oauth/oauth-flow.ts';
import type { ClientAuthentication } from '#app/mcp-client/target.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';

const REGISTRATIONS: readonly [Registration, string][] = [
  ['auto', 'Automatic: document, then dynamic'],
  ['document', 'Client ID metadata document'],
  ['dynamic', 'Dynamic registration'],
  ['own', 'Your own client'],
];
const METHODS: readonly [ClientAuthentication | '', string][] = [
  ['', 'As the server offers'],
  ['none', 'none'],
  ['client_secret_basic', 'client_secret_basic'],
  ['client_secret_post', 'client_secret_post'],
];

interface Props {
  settings: OauthSettings;
  facts: OauthFacts;
  onChange: (change: Partial<OauthSettings>) => void;
}

/** The choices of a flow; each holds from the next step on. */
export function FlowSettings({ settings, facts, onChange }: Props) {
  const servers = facts.resource?.authorization_servers ?? [];
  return (
    <details className="rounded-panel border px-4 py-2">
      <summary className="min-h-8 py-1 font-medium pointer-coarse:min-h-11">Settings</summary>
      <div className="grid gap-3 py-2 sm:grid-cols-2">
        <Choice
          label="Registration"
          value={settings.registration}
          options={REGISTRATIONS}
          onValue={(registration) => onChange({ registration })}
        />
        <Choice
          label="Client authentication at the token endpoint"
          value={settings.method ?? ''}
          options={METHODS}
          onValue={(method) => onChange({ method: method === '' ? null : method })}
        />
        <Field
          label="Client ID"
          value={settings.clientId}
          onValue={(clientId) => onChange({ clientId })}
        />
        <Field
          label="Client secret"
          type="password"
          value={settings.clientSecret}
          onValue={(clientSecret) => onChange({ clientSecret })}
        />
        <Field
          label="Scopes"
          placeholder="As the server asks"
          value={settings.scope}
          onValue={(scope) => onChange({ scope })}
        />
        <Field
          label="Authorization server"
          placeholder={servers[0] ?? 'As the server’s metadata says'}
          value={settings.issuer}
          onValue={(issuer) => onChange({ issuer: issuer.trim() })}
        />
      </div>
      <Address label="Redirect address" text={settings.redirectUri} />
      <Address label="Client ID metadata document" text={settings.clientDocument} />
    </details>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onValue: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([each]) => each === event.currentTarget.value);
          if (chosen) onValue(chosen[0]);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-muted">{label}</span>
      <code className="min-w-0 wrap-anywhere">{text}</code>
      <CopyButton text={text} what={label.toLowerCase()} />
    </p>
  );
}

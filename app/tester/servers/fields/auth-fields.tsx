import { useId } from 'react';

import type { ClientAuthentication, ServerTarget, TargetAuth } from '#app/mcp-client/target.ts';
import { blankAuth } from '#app/tester/servers/new-target.ts';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import type { TargetProblems } from './check-target.ts';
import { FieldProblem } from './field-problem.tsx';
import { SecretInput } from './secret-input.tsx';

const KINDS = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'oauth', label: 'OAuth' },
] as const;

const METHODS: readonly [ClientAuthentication | '', string][] = [
  ['', 'As the server offers'],
  ['none', 'None (public client)'],
  ['client_secret_basic', 'client_secret_basic'],
  ['client_secret_post', 'client_secret_post'],
];

interface Props {
  target: ServerTarget;
  problems: TargetProblems;
  onAuth: (auth: TargetAuth) => void;
}

/** How the server knows who calls. */
export function AuthFields({ target: { auth, headers }, problems, onAuth }: Props) {
  const isSet = headers.some(({ name }) => name.toLowerCase() === 'authorization');
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1 text-sm font-medium">Authentication</legend>
      <Segmented
        label="Authentication"
        value={auth.kind}
        options={KINDS}
        onChange={(kind) => onAuth(blankAuth(kind))}
      />
      {auth.kind === 'bearer' ? (
        <TokenField auth={auth} problem={problems.get('token')} onAuth={onAuth} />
      ) : null}
      {auth.kind === 'oauth' ? <OAuthFields auth={auth} onAuth={onAuth} /> : null}
      {isSet && auth.kind !== 'none' ? (
        <p className="text-sm text-warn">
          Your header Authorization is sent instead: a header of yours always wins.
        </p>
      ) : null}
    </fieldset>
  );
}

type AuthOf<Kind> = Extract<TargetAuth, { kind: Kind }>;

function TokenField({
  auth,
  problem,
  onAuth,
}: {
  auth: AuthOf<'bearer'>;
  problem: string | undefined;
  onAuth: Props['onAuth'];
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Token
      </label>
      <SecretInput
        id={id}
        what="the token"
        value={auth.token}
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem` } : {})}
        onValue={(token) => onAuth({ ...auth, token: token.replace(/^Bearer\s+/i, '') })}
      />
      <FieldProblem id={`${id}-problem`} message={problem} />
    </div>
  );
}

function OAuthFields({ auth, onAuth }: { auth: AuthOf<'oauth'>; onAuth: Props['onAuth'] }) {
  const id = useId();
  return (
    <>
      <p className="max-w-prose text-sm text-muted">
        You sign in at the server&apos;s own page when you connect. Without a client ID, this client
        introduces itself with its public document, or registers.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Client ID (optional)"
          spellCheck={false}
          className="font-mono text-sm"
          value={auth.clientId}
          onValue={(clientId) => onAuth({ ...auth, clientId })}
        />
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            Client secret (optional)
          </label>
          <SecretInput
            id={id}
            what="the client secret"
            value={auth.clientSecret}
            onValue={(clientSecret) => onAuth({ ...auth, clientSecret })}
          />
        </div>
        <Field
          label="Scopes (optional)"
          placeholder="As the server asks"
          spellCheck={false}
          className="font-mono text-sm"
          value={auth.scope}
          onValue={(scope) => onAuth({ ...auth, scope })}
        />
        <MethodField auth={auth} onAuth={onAuth} />
      </div>
    </>
  );
}

function MethodField({ auth, onAuth }: { auth: AuthOf<'oauth'>; onAuth: Props['onAuth'] }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Client authentication
      </label>
      <Select
        id={id}
        value={auth.method ?? ''}
        onChange={(event) => {
          const chosen = METHODS.find(([value]) => value === event.currentTarget.value)?.[0];
          onAuth({ ...auth, method: chosen || null });
        }}
      >
        {METHODS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

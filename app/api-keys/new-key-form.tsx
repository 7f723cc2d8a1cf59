import { useId, useState } from 'react';
import { Link } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Select } from '#app/ui/select.tsx';

import type { KeyProject } from './api-key-store.server.ts';
import type { CreatedKey } from './api-key.ts';
import { requestKey } from './keys-client.ts';

/** Days as the select has them; empty: the key does not expire. */
type Lifetime = '30' | '90' | '365' | '';

const LIFETIMES: readonly [Lifetime, string][] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
  ['', 'No expiry'],
];
const DAYS = { '30': 30, '90': 90, '365': 365, '': null } as const;

const MAX_CHOSEN = 50;

interface Props {
  projects: KeyProject[];
  /** Id of the team whose key it is; undefined: the user's own account. */
  account: string | undefined;
  onCreated: (created: CreatedKey) => Promise<void>;
  onClose: () => void;
}

/** Name, projects, rights and lifetime of a new key. */
export function NewKeyForm({ projects, account, onCreated, onClose }: Props) {
  const lifetimeId = useId();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'all' | 'chosen'>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [mayManage, setMayManage] = useState(false);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const isWhole = name.trim() !== '' && (scope === 'all' || chosen.length > 0);

  async function create() {
    setBusy(true);
    setFailure(null);
    const wanted = scope === 'all' ? ('all' as const) : [...chosen];
    const rights = { projects: wanted, mayManage };
    const wish = { name, ...rights, expiresInDays: DAYS[lifetime] };
    const created = await requestKey(wish, account);
    setBusy(false);
    if (created.ok) await onCreated(created.value);
    else setFailure(created);
  }

  return (
    <form
      aria-label="New key"
      className="space-y-4 rounded-panel border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !isBusy) void create();
      }}
    >
      <Field
        label="Name"
        autoFocus
        maxLength={60}
        placeholder="Claude Code on my laptop"
        value={name}
        onValue={setName}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Projects</legend>
        <Segmented
          label="Projects"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'all', label: 'All projects' },
            { value: 'chosen', label: 'Chosen projects', disabled: projects.length === 0 },
          ]}
        />
        {scope === 'chosen' ? (
          <ProjectChoice projects={projects} chosen={chosen} onChange={setChosen} />
        ) : (
          <p className="mt-1 text-sm text-muted">Projects that you create later are included.</p>
        )}
      </fieldset>
      <RightsChoice isLimited={scope === 'chosen'} mayManage={mayManage} onChange={setMayManage} />
      <div>
        <label htmlFor={lifetimeId} className="mb-1 block text-sm font-medium">
          Expires after
        </label>
        <Select
          id={lifetimeId}
          className="max-w-48"
          value={lifetime}
          onChange={(event) => setLifetime(toLifetime(event.target.value))}
        >
          {LIFETIMES.map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <p className="max-w-prose text-sm text-muted">
        Where a server asks each caller for a credential of their own, this key calls with yours,
        whoever holds it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isWhole || isBusy}>
          {isBusy ? 'Creating…' : 'Create key'}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </form>
  );
}

function toLifetime(value: string): Lifetime {
  return LIFETIMES.find(([days]) => days === value)?.[0] ?? '90';
}

interface RightsProps {
  /** The key is for chosen projects only. */
  isLimited: boolean;
  mayManage: boolean;
  onChange: (mayManage: boolean) => void;
}

function RightsChoice({ isLimited, mayManage, onChange }: RightsProps) {
  const manageId = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Permissions</legend>
      <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <Checkbox checked disabled readOnly />
        <span>Call endpoints</span>
      </label>
      <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <Checkbox
          checked={mayManage}
          aria-describedby={manageId}
          onChange={() => onChange(!mayManage)}
        />
        <span>Manage through the API</span>
      </label>
      <p id={manageId} className="mt-1 max-w-prose text-sm text-muted">
        {isLimited
          ? 'Manages versions, publishing, secrets and logs of the chosen projects, but cannot create projects.'
          : 'Manages projects, versions, publishing, secrets and logs.'}{' '}
        See the{' '}
        <Link to="/docs/api" className="text-blue underline underline-offset-2">
          API reference
        </Link>
        .
      </p>
    </fieldset>
  );
}

interface ChoiceProps {
  projects: KeyProject[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function ProjectChoice({ projects, chosen, onChange }: ChoiceProps) {
  const isFull = chosen.length >= MAX_CHOSEN;
  return (
    <ul className="mt-2 max-h-56 space-y-1 overflow-y-auto">
      {projects.map(({ id, title }) => {
        const isChosen = chosen.includes(id);
        return (
          <li key={id}>
            <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
                }
              />
              <span className="min-w-0 wrap-anywhere">{title}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

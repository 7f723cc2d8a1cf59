import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { KeyProject } from './api-key-store.server.ts';
import type { ApiKeyView, CreatedKey } from './api-key.ts';
import { describeKeyProjects, stateOfKey } from './describe-key.ts';
import { requestKeyEnd } from './keys-client.ts';
import { RotateForm } from './rotate-form.tsx';

interface Props {
  apiKey: ApiKeyView;
  now: number;
  projects: KeyProject[];
  /** Id of the team whose key it is; undefined: the user's own account. */
  account: string | undefined;
  onRotated: (created: CreatedKey) => Promise<void>;
  onEnded: () => Promise<void>;
}

/** One key: its facts, and how to replace or end it. */
export function KeyRow({ apiKey, now, projects, account, onRotated, onEnded }: Props) {
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null);
  const { id, name } = apiKey;
  const state = stateOfKey(apiKey, now);
  const close = () => setOpen(null);
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow sm:basis-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{name}</span>
            <code className="text-sm text-muted">mcpb_live_…{apiKey.lastFour}</code>
            {state === 'valid' ? null : (
              <Badge>{state === 'revoked' ? 'Revoked' : 'Expired'}</Badge>
            )}
          </p>
          <KeyFacts apiKey={apiKey} projects={projects} isValid={state === 'valid'} />
        </div>
        {state === 'valid' && open === null ? (
          <div className="flex gap-2">
            {apiKey.replacedBy === null ? (
              <Button aria-label={`Rotate: ${name}`} onClick={() => setOpen('rotate')}>
                Rotate
              </Button>
            ) : null}
            <Button
              variant="ghost"
              aria-label={`Revoke: ${name}`}
              onClick={() => setOpen('revoke')}
            >
              Revoke
            </Button>
          </div>
        ) : null}
      </div>
      {open === 'rotate' ? (
        <RotateForm
          id={id}
          account={account}
          onRotated={async (created) => {
            close();
            await onRotated(created);
          }}
          onClose={close}
        />
      ) : null}
      {open === 'revoke' ? (
        <RevokeNote id={id} account={account} onEnded={onEnded} onClose={close} />
      ) : null}
    </div>
  );
}

interface FactsProps {
  apiKey: ApiKeyView;
  projects: KeyProject[];
  isValid: boolean;
}

function KeyFacts({ apiKey, projects, isValid }: FactsProps) {
  const { usedAt, expiresAt, revokedAt, createdAt, mayManage, replacedBy } = apiKey;
  return (
    <p className="mt-0.5 text-sm wrap-anywhere text-muted">
      {mayManage ? 'Calls and manages' : 'Calls'} {describeKeyProjects(apiKey.projects, projects)} ·
      created <RelativeTime at={createdAt} /> ·{' '}
      {usedAt === null ? (
        'not used yet'
      ) : (
        <>
          last used <RelativeTime at={usedAt} />
        </>
      )}
      {revokedAt === null ? null : (
        <>
          {' '}
          · revoked <RelativeTime at={revokedAt} />
        </>
      )}
      {isValid && expiresAt !== null ? (
        <>
          {' '}
          · {replacedBy === null ? 'expires' : 'replaced, ends'} <RelativeTime at={expiresAt} />
        </>
      ) : null}
    </p>
  );
}

interface RevokeProps {
  id: string;
  account: string | undefined;
  onEnded: () => Promise<void>;
  onClose: () => void;
}

function RevokeNote({ id, account, onEnded, onClose }: RevokeProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function revoke() {
    setBusy(true);
    const ended = await requestKeyEnd(id, account);
    if (ended.ok) await onEnded();
    else setFailure(ended);
    setBusy(false);
    if (ended.ok) onClose();
  }

  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2 text-sm">
      <p>Clients that use this key are refused within 30 seconds. This cannot be undone.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="danger" autoFocus disabled={isBusy} onClick={() => void revoke()}>
          Revoke key
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Keep it
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}

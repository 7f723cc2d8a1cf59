import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { Role } from '#app/auth/role.ts';
import type { CreatedInvitation, PendingInvitation } from '#app/teams/invitations/invitation.ts';
import { deleteInvitation, postInvitation } from '#app/teams/team-client.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Field } from '#app/ui/field.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import { RoleSelect } from './role-select.tsx';
import { ROLE_NAMES } from './role-words.ts';
import type { TeamPartProps } from './team-screen.tsx';
import { useAct } from './use-act.ts';

/** Links into a team: made for an address, shown once, revoked. */
export function InvitationPart({ team, onChanged }: TeamPartProps) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="font-semibold">
        Invitations
      </h2>
      <p className="mt-0.5 mb-3 max-w-prose text-sm text-muted">
        We send no mail: you get a link to pass on. It works once, for seven days, and only for
        somebody who is signed in with that address, verified.
      </p>
      {team.isPaused ? null : (
        <InvitationForm
          team={team}
          onCreated={async (next) => {
            setCreated(next);
            await onChanged();
          }}
        />
      )}
      {created ? <ShownLink created={created} onClose={() => setCreated(null)} /> : null}
      {team.invitations.length === 0 ? null : (
        <ul aria-label="Open invitations" className="mt-4 divide-y border-y">
          {team.invitations.map((invitation) => (
            <li key={invitation.id}>
              <InvitationRow team={team} invitation={invitation} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FormProps extends Pick<TeamPartProps, 'team'> {
  onCreated: (created: CreatedInvitation) => Promise<void>;
}

function InvitationForm({ team, onCreated }: FormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const { isBusy, failure, act, closeFailure } = useAct();
  const isReady = email.includes('@') && !isBusy;
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          void act(
            () => postInvitation(team.id, email.trim(), role),
            async (created) => {
              setEmail('');
              await onCreated(created);
            },
          );
        }}
      >
        <div className="min-w-56 grow">
          <Field
            label="Email address"
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onValue={setEmail}
          />
        </div>
        <RoleSelect label="Role" role={role} onChange={setRole} />
        <Button type="submit" variant="primary" disabled={!isReady}>
          {isBusy ? 'Creating…' : 'Create link'}
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function ShownLink({ created, onClose }: { created: CreatedInvitation; onClose: () => void }) {
  const { invitation, link, seatsLeft } = created;
  return (
    <section aria-labelledby="new-link" className="mt-4 rounded-panel border border-pass p-4">
      <h3
        id="new-link"
        tabIndex={-1}
        ref={(heading) => heading?.focus()}
        className="font-semibold wrap-anywhere"
      >
        Copy the link for {invitation.email} now
      </h3>
      <p className="mt-1 text-sm text-muted">
        It is not shown again, and replaces an earlier one for this address.{' '}
        {seatsLeft === 0
          ? 'No seat is left: the link works as soon as there is one.'
          : `${seatsLeft === 1 ? '1 seat is' : `${seatsLeft} seats are`} left.`}
      </p>
      <div className="mt-3 flex items-center gap-2 rounded-control bg-sunken px-3 py-2">
        <code className="min-w-0 grow text-sm wrap-anywhere">{link}</code>
        <CopyButton text={link} what="the link" />
      </div>
      <Button className="mt-3" onClick={onClose}>
        I have copied it
      </Button>
    </section>
  );
}

function InvitationRow({
  team,
  invitation: { id, email, role, expiresAt },
  onChanged,
}: TeamPartProps & { invitation: PendingInvitation }) {
  const { isBusy, failure, act, closeFailure } = useAct();
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 grow">
          <p className="font-medium wrap-anywhere">{email}</p>
          <p className="text-sm text-muted">
            {ROLE_NAMES[role]} · expires <RelativeTime at={expiresAt} />
          </p>
        </div>
        <Button
          variant="ghost"
          aria-label={`Revoke the invitation of ${email}`}
          disabled={isBusy}
          onClick={() => void act(() => deleteInvitation(team.id, id), onChanged)}
        >
          Revoke
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { requestTeamEnd, patchTeam, postPayer } from '#app/teams/team-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

import type { TeamPartProps } from './team-screen.tsx';
import { useAct } from './use-act.ts';

const MAX_NAME = 60;

/** Name, payment and deletion of a team, for its owners. */
export function TeamSettings(props: TeamPartProps) {
  if (props.team.role !== 'owner') return null;
  return (
    <section aria-labelledby="team-settings" className="space-y-6">
      <h2 id="team-settings" className="font-semibold">
        Settings
      </h2>
      <NameForm {...props} />
      <PaymentPart {...props} />
      <DeletePart {...props} />
    </section>
  );
}

function NameForm({ team, onChanged }: TeamPartProps) {
  const [name, setName] = useState(team.name);
  const { isBusy, failure, act, closeFailure } = useAct();
  const isReady = name.trim() !== '' && name.trim() !== team.name && !isBusy;
  return (
    <>
      <form
        className="flex max-w-lg flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void act(() => patchTeam(team.id, name.trim()), onChanged);
        }}
      >
        <div className="min-w-56 grow">
          <Field label="Team name" maxLength={MAX_NAME} value={name} onValue={setName} />
        </div>
        <Button type="submit" disabled={!isReady}>
          Rename
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}

function PaymentPart({ team, onChanged }: TeamPartProps) {
  const { isBusy, failure, act, closeFailure } = useAct();
  const payer = team.members.find(({ isPayer }) => isPayer);
  const isSelf = payer?.uid === team.uid;
  return (
    <div>
      <p className="max-w-prose text-sm text-muted">
        {payer === undefined
          ? 'Nobody pays for this team.'
          : isSelf
            ? 'You pay for this team with your plan.'
            : `${payer.name ?? payer.email ?? 'Another owner'} pays for this team.`}{' '}
        An owner with the plan Team can take over: limits and seats are those of their plan then.
      </p>
      {isSelf ? null : (
        <Button
          className="mt-2"
          disabled={isBusy}
          onClick={() => void act(() => postPayer(team.id), onChanged)}
        >
          Pay with my plan
        </Button>
      )}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </div>
  );
}

function DeletePart({ team }: TeamPartProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { isBusy, failure, act, closeFailure } = useAct();
  if (team.projects > 0) {
    return (
      <p className="text-sm text-muted">
        To delete this team, move or delete its{' '}
        {team.projects === 1 ? 'project' : `${team.projects} projects`} first.
      </p>
    );
  }
  if (!isOpen) {
    return (
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete the team…
      </Button>
    );
  }
  return (
    <form
      className="max-w-lg space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void act(
          () => requestTeamEnd(team.id, typed),
          () => navigate('/teams'),
        );
      }}
    >
      <p className="text-sm text-muted">
        Its members, invitations and API keys go with it. This cannot be undone.
      </p>
      <Field
        label={`Type ${team.name} to confirm`}
        autoComplete="off"
        autoFocus
        value={typed}
        onValue={setTyped}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" disabled={typed.trim() !== team.name || isBusy}>
          Delete the team
        </Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          Keep it
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </form>
  );
}

import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { OwnAccount } from '#app/auth/own-account.ts';
import { postTeam } from '#app/teams/team-client.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';

import { ROLE_NAMES } from './role-words.ts';
import { useAct } from './use-act.ts';

const MAX_NAME = 60;

/** The teams of a user, and a form for a new one. */
export function TeamsScreen({ teams }: { teams: OwnAccount[] }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-6 px-4 py-8 sm:px-6">
      <div>
        <h1 className="text-lg font-semibold">Teams</h1>
        <p className="mt-1 max-w-prose text-muted">
          The members of a team work on the same projects. Everybody joins by a link that you make
          for their email address.
        </p>
      </div>
      {teams.length === 0 ? (
        <EmptyState title="No teams yet">
          Create one below, or open the link of an invitation.
        </EmptyState>
      ) : (
        <ul aria-label="Teams" className="divide-y border-y">
          {teams.map(({ id, name, role }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <Link
                to={`/teams/${id}`}
                className="min-w-0 grow font-medium wrap-anywhere hover:underline pointer-coarse:py-2"
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="text-sm text-muted">{ROLE_NAMES[role]}</span>
              <Link
                to={`/my-projects?account=${id}`}
                className="text-sm underline pointer-coarse:py-2"
              >
                Projects
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewTeamForm />
    </div>
  );
}

function NewTeamForm() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const { isBusy, failure, act, closeFailure } = useAct();
  const isReady = name.trim() !== '' && !isBusy;
  return (
    <section aria-labelledby="new-team">
      <h2 id="new-team" className="font-semibold">
        New team
      </h2>
      <p className="mt-0.5 mb-3 max-w-prose text-sm text-muted">
        You need the{' '}
        <Link to="/pricing?plan=team" className="text-blue underline underline-offset-2">
          Team plan
        </Link>
        , which pays for one team. The projects of the team get the limits of that plan.
      </p>
      <form
        className="flex max-w-lg flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) {
            void act(
              () => postTeam(name.trim()),
              ({ id }) => navigate(`/teams/${id}`),
            );
          }
        }}
      >
        <div className="min-w-56 grow">
          <Field label="Team name" maxLength={MAX_NAME} value={name} onValue={setName} />
        </div>
        <Button type="submit" variant="primary" disabled={!isReady}>
          {isBusy ? 'Creating…' : 'Create team'}
        </Button>
      </form>
      {failure ? (
        <div className="mt-3">
          <FailureNote failure={failure} onClose={closeFailure} />
        </div>
      ) : null}
    </section>
  );
}

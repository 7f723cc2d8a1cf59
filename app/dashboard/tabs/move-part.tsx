import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';
import { postProjectMove } from '#app/projects/project-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';

interface Props {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}

/** Moves a project to another account that the user owns; nothing for who owns one only. */
export function MovePart({ facts: { project, account, accounts }, onChanged }: Props) {
  const [to, setTo] = useState('');
  const { isBusy, failure, run, closeFailure } = useChange(async () => {
    setTo('');
    await onChanged();
  });
  const others = accounts.filter(({ id, role }) => id !== account && role === 'owner');
  if (others.length === 0) return null;
  return (
    <Section
      title="Move"
      note="The address, versions, secrets and the log stay. API keys of the account it leaves stop reaching it within 30 seconds; members of the team it joins see it. Calls count towards the plan of its new account."
    >
      <form
        className="flex max-w-lg flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== '') void run(() => postProjectMove(project.id, to));
        }}
      >
        <Select
          aria-label="Move to"
          className="min-w-56 grow"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        >
          <option value="">Choose an account</option>
          {others.map(({ id, kind, name }) => (
            <option key={id} value={id}>
              {kind === 'personal' ? 'Personal' : name}
            </option>
          ))}
        </Select>
        <Button type="submit" disabled={to === '' || isBusy}>
          {isBusy ? 'Moving…' : 'Move the project'}
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

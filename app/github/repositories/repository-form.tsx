import { useLoaded } from '#app/api-client/use-loaded.ts';
import { GithubFailureNote } from '#app/github/screens/github-failure-note.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { CheckedField } from './checked-field.tsx';
import { LICENSES } from './licenses.ts';
import { NameField } from './name-field.tsx';
import { MAX_DESCRIPTION, type OwnerList } from './new-repository.ts';
import { requestOwners } from './repositories-client.ts';
import type { Repository } from './repository.ts';
import { SelectField } from './select-field.tsx';
import { useNewRepository } from './use-new-repository.ts';
import { useReturn } from './use-return.ts';

interface Props {
  /** Proposed name, such as the title of a project, in any script. */
  suggestedName?: string;
  suggestedDescription?: string;
  /** Takes the repository that was created, or the existing one of the name. */
  onPick: (repository: Repository) => void;
  onCancel?: () => void;
}

/** Creates a repository on GitHub, with a first commit. */
export function RepositoryForm(props: Props) {
  const owners = useLoaded('owners', '', requestOwners);
  if (owners.failure) return <GithubFailureNote failure={owners.failure} onRetry={owners.retry} />;
  if (!owners.value) return <Spinner />;
  return <OwnedForm {...props} list={owners.value} onGranted={owners.retry} />;
}

function OwnedForm({
  list,
  suggestedName: name = '',
  suggestedDescription: description = '',
  onPick,
  onCancel,
  onGranted,
}: Props & { list: OwnerList; onGranted: () => void }) {
  const form = useNewRepository(list, { name, description }, onPick);
  const { wish, change, faults, isBusy, failure } = form;
  return (
    <form
      aria-label="New repository"
      className="space-y-4 rounded-panel border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.create();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <SelectField
          label="Owner"
          value={wish.owner}
          choices={list.owners.map(({ login }) => [login, login])}
          onValue={(owner) => change({ owner })}
        />
        <NameField
          owner={wish.owner}
          text={wish.name}
          answer={form.answer}
          onText={(text) => change({ name: text })}
          onPick={onPick}
        />
      </div>
      {faults.canCreate ? null : (
        <GrantNote owner={wish.owner} grantUrl={list.grantUrl} onGranted={onGranted} />
      )}
      <CheckedField
        label="Description (optional)"
        value={wish.description}
        problem={faults.isTooLong ? `GitHub takes at most ${MAX_DESCRIPTION} characters.` : null}
        onValue={(text) => change({ description: text })}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Visibility</legend>
        <Segmented
          label="Visibility"
          value={wish.isPrivate ? 'private' : 'public'}
          options={[
            { value: 'private', label: 'Private' },
            { value: 'public', label: 'Public' },
          ]}
          onChange={(visibility) => change({ isPrivate: visibility === 'private' })}
        />
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Licence"
          value={wish.license ?? ''}
          choices={[['', 'None'], ...LICENSES]}
          onValue={(license) => change({ license: license === '' ? null : license })}
        />
        <CheckedField
          label="Default branch"
          value={wish.defaultBranch}
          problem={faults.isBranch ? null : 'Git does not take this name for a branch.'}
          onValue={(defaultBranch) => change({ defaultBranch })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!form.isReady || isBusy}>
          {isBusy ? 'Creating…' : 'Create repository'}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      {failure ? <GithubFailureNote failure={failure} onClose={form.closeFailure} /> : null}
    </form>
  );
}

function GrantNote({
  owner,
  grantUrl,
  onGranted,
}: {
  owner: string;
  grantUrl: string;
  onGranted: () => void;
}) {
  const watchReturn = useReturn(onGranted);
  return (
    <div className="space-y-2 text-sm">
      <p>
        The app may not create repositories {owner === '' ? 'yet' : `in ${owner}`}. Install it
        there, or approve its right to administration, on GitHub.
      </p>
      <a
        href={grantUrl}
        target="_blank"
        rel="noreferrer"
        className={buttonClass()}
        onClick={watchReturn}
      >
        Grant access
      </a>
    </div>
  );
}

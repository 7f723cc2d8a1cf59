import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { isBranchName } from './branch-name.ts';
import { ChoiceField } from './choice-field.tsx';
import { LICENSES } from './licenses.ts';
import { NameField } from './name-field.tsx';
import { MAX_DESCRIPTION, type NewRepository, type OwnerList } from './new-repository.ts';
import { requestNewRepository, requestOwners } from './repositories-client.ts';
import { findNameProblem, toRepositoryName } from './repository-name.ts';
import type { Repository } from './repository.ts';
import { useNameAnswer } from './use-name-answer.ts';

interface Props {
  /** Proposed name, such as the title of a project, in any script. */
  suggestedName?: string;
  suggestedDescription?: string;
  /** The repository that was created, or the existing one of the name. */
  onPick: (repository: Repository) => void;
  onCancel?: () => void;
}

/** Creates a repository at GitHub, with a first commit. */
export function RepositoryForm(props: Props) {
  const owners = useLoaded('owners', '', requestOwners);
  if (owners.failure) return <FailureNote failure={owners.failure} onRetry={owners.retry} />;
  if (!owners.value) return <Spinner />;
  return <OwnedForm {...props} list={owners.value} />;
}

function OwnedForm({
  list: { owners, grantUrl },
  suggestedName = '',
  suggestedDescription = '',
  onPick,
  onCancel,
}: Props & { list: OwnerList }) {
  const [wish, setWish] = useState<NewRepository>(() => ({
    owner: (owners.find(({ canCreate }) => canCreate) ?? owners[0])?.login ?? '',
    name: toRepositoryName(suggestedName).toLowerCase(),
    description: Array.from(suggestedDescription).slice(0, MAX_DESCRIPTION).join(''),
    isPrivate: true,
    license: null,
    defaultBranch: 'main',
  }));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const name = toRepositoryName(wish.name);
  const isNamed = findNameProblem(name) === null;
  const answer = useNameAnswer(wish.owner, isNamed ? name : '');
  const isBranch = isBranchName(wish.defaultBranch.trim());
  const isTooLong = Array.from(wish.description).length > MAX_DESCRIPTION;
  const canCreate = owners.find(({ login }) => login === wish.owner)?.canCreate ?? false;
  const isReady = isNamed && answer?.state !== 'taken' && isBranch && !isTooLong && canCreate;

  function change(part: Partial<NewRepository>) {
    setWish({ ...wish, ...part });
    setFailure(null);
  }

  async function create() {
    setBusy(true);
    setFailure(null);
    const created = await requestNewRepository({
      ...wish,
      name,
      defaultBranch: wish.defaultBranch.trim(),
    });
    setBusy(false);
    if (!created.ok) return setFailure(created);
    const { repository, undone } = created.value;
    if (undone === 'branch') {
      showToast(`GitHub kept ${repository.defaultBranch} as the default branch.`);
    }
    onPick(repository);
  }

  return (
    <form
      aria-label="New repository"
      className="space-y-4 rounded-panel border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void create();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <ChoiceField
          label="Owner"
          value={wish.owner}
          choices={owners.map(({ login }) => [login, login])}
          onValue={(owner) => change({ owner })}
        />
        <NameField
          owner={wish.owner}
          text={wish.name}
          answer={answer}
          onText={(text) => change({ name: text })}
          onPick={onPick}
        />
      </div>
      {canCreate ? null : <GrantNote owner={wish.owner} grantUrl={grantUrl} />}
      <div>
        <Field
          label="Description (optional)"
          value={wish.description}
          aria-invalid={isTooLong}
          onValue={(description) => change({ description })}
        />
        {isTooLong ? (
          <p className="mt-1 text-sm text-fail">
            GitHub takes at most {MAX_DESCRIPTION} characters.
          </p>
        ) : null}
      </div>
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
        <ChoiceField
          label="Licence"
          value={wish.license ?? ''}
          choices={[['', 'None'], ...LICENSES]}
          onValue={(license) => change({ license: license === '' ? null : license })}
        />
        <div>
          <Field
            label="Default branch"
            value={wish.defaultBranch}
            spellCheck={false}
            aria-invalid={!isBranch}
            onValue={(defaultBranch) => change({ defaultBranch })}
          />
          {isBranch ? null : (
            <p className="mt-1 text-sm text-fail">Git does not take this name for a branch.</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={!isReady || isBusy}>
          {isBusy ? 'Creating…' : 'Create repository'}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </form>
  );
}

function GrantNote({ owner, grantUrl }: { owner: string; grantUrl: string }) {
  return (
    <div className="space-y-2 text-sm">
      <p>
        The app may not create repositories {owner === '' ? 'yet' : `in ${owner}`}. Grant it at
        GitHub, then reload this page.
      </p>
      <a href={grantUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
        Grant access
      </a>
    </div>
  );
}

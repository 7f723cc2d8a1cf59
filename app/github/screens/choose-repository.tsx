import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { putProjectLink } from '#app/github/links/links-client.ts';
import { RepositoryForm } from '#app/github/repositories/repository-form.tsx';
import { RepositoryPicker } from '#app/github/repositories/repository-picker.tsx';
import type { Repository } from '#app/github/repositories/repository.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';

import { GithubFailureNote } from './github-failure-note.tsx';

interface Props {
  project: string;
  /** Title of the project, from which a name for a new repository is proposed. */
  title: string;
  onLinked: () => void;
  onCancel?: () => void;
}

/** Chooses the repository of a project, or creates one for it. */
export function ChooseRepository({ project, title, onLinked, onCancel }: Props) {
  const [picked, setPicked] = useState<Repository | null>(null);
  const [branch, setBranch] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  function pick(repository: Repository) {
    setCreating(false);
    setPicked(repository);
    setBranch(repository.defaultBranch);
  }

  async function link() {
    if (picked === null) return;
    setBusy(true);
    setFailure(null);
    const { owner, name } = picked;
    const named = branch.trim();
    const linked = await putProjectLink(project, { owner, name, ...(named && { branch: named }) });
    setBusy(false);
    if (linked.ok) onLinked();
    else setFailure(linked);
  }

  if (isCreating) {
    return (
      <RepositoryForm suggestedName={title} onPick={pick} onCancel={() => setCreating(false)} />
    );
  }
  return (
    <div className="space-y-3">
      <RepositoryPicker
        picked={picked}
        needsPush
        onPick={pick}
        onCreate={() => setCreating(true)}
      />
      {picked === null ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0">
            <label htmlFor="link-branch" className="mb-1 block text-sm font-medium">
              Branch
            </label>
            <Input
              id="link-branch"
              className="font-mono md:text-sm"
              value={branch}
              spellCheck={false}
              onChange={(event) => setBranch(event.target.value)}
            />
          </div>
          <Button variant="primary" disabled={isBusy} onClick={() => void link()}>
            {isBusy ? 'Linking…' : 'Link this repository'}
          </Button>
        </div>
      )}
      {failure ? <GithubFailureNote failure={failure} /> : null}
      {onCancel ? (
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}

import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { showToast } from '#app/ui/show-toast.ts';

import { isBranchName } from './branch-name.ts';
import { MAX_DESCRIPTION, type NewRepository, type OwnerList } from './new-repository.ts';
import { requestNewRepository } from './repositories-client.ts';
import { findNameProblem, suggestName, toRepositoryName } from './repository-name.ts';
import type { Repository } from './repository.ts';
import { useNameAnswer } from './use-name-answer.ts';

interface Suggestion {
  name: string;
  description: string;
}

/** The state of the form of a new repository: what is wished for, what is wrong with it, and its creation. */
export function useNewRepository(
  { owners }: OwnerList,
  suggested: Suggestion,
  onCreated: (repository: Repository) => void,
) {
  const [wish, setWish] = useState<NewRepository>(() => ({
    owner: (owners.find(({ canCreate }) => canCreate) ?? owners[0])?.login ?? '',
    name: suggestName(suggested.name),
    description: Array.from(suggested.description).slice(0, MAX_DESCRIPTION).join(''),
    isPrivate: true,
    license: null,
    defaultBranch: 'main',
  }));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const name = toRepositoryName(wish.name);
  const defaultBranch = wish.defaultBranch.trim();
  const isNamed = findNameProblem(name) === null;
  const answer = useNameAnswer(wish.owner, isNamed ? name : '');
  const isBranch = isBranchName(defaultBranch);
  const isTooLong = Array.from(wish.description).length > MAX_DESCRIPTION;
  const canCreate = owners.find(({ login }) => login === wish.owner)?.canCreate ?? false;
  const isReady = isNamed && answer?.state !== 'taken' && isBranch && !isTooLong && canCreate;

  async function create() {
    if (!isReady || isBusy) return;
    setBusy(true);
    setFailure(null);
    const created = await requestNewRepository({ ...wish, name, defaultBranch });
    setBusy(false);
    if (!created.ok) return setFailure(created);
    const { repository, undone } = created.value;
    if (undone === 'branch') {
      showToast(`GitHub kept ${repository.defaultBranch} as the default branch.`);
    }
    onCreated(repository);
  }

  return {
    wish,
    change: (part: Partial<NewRepository>) => {
      setWish({ ...wish, ...part });
      setFailure(null);
    },
    create,
    answer,
    faults: { isBranch, isTooLong, canCreate },
    isReady,
    isBusy,
    failure,
    closeFailure: () => setFailure(null),
  };
}

import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';

import { RepositoryCard } from '#app/github/repositories/repository-card.tsx';
import { RepositoryForm } from '#app/github/repositories/repository-form.tsx';
import { RepositoryPicker } from '#app/github/repositories/repository-picker.tsx';
import type { Repository } from '#app/github/repositories/repository.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';

/** The repositories that the user can reach, and a form for a new one. */
export function RepositoriesSection(_props: {
  /** GitHub's page on which repositories are added; null for an OAuth App. */
  installUrl: string | null;
}) {
  const [picked, setPicked] = useState<Repository | null>(null);
  const [isCreating, setCreating] = useState(false);

  function show(repository: Repository) {
    setCreating(false);
    setPicked(repository);
  }

  return (
    <section aria-labelledby="github-repositories" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="github-repositories" className="me-auto font-semibold">
          Repositories
        </h2>
        {isCreating ? null : (
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            New repository
          </Button>
        )}
      </div>
      {isCreating ? (
        <RepositoryForm onPick={show} onCancel={() => setCreating(false)} />
      ) : (
        <RepositoryPicker picked={picked} onPick={show} onCreate={() => setCreating(true)} />
      )}
      {picked && !isCreating ? (
        <div className="flex flex-wrap items-start gap-3 rounded-panel border px-4 py-3">
          <div className="min-w-0 grow">
            <RepositoryCard repository={picked} />
          </div>
          <a href={picked.url} className={buttonClass('ghost')}>
            Open on GitHub
            <ExternalLink aria-hidden />
          </a>
        </div>
      ) : null}
    </section>
  );
}

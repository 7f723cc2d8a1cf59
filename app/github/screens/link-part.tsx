import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { deleteProjectLink } from '#app/github/links/links-client.ts';
import type { ProjectLink } from '#app/github/links/project-link.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';

import { ChooseRepository } from './choose-repository.tsx';
import { LinkedRepository } from './linked-repository.tsx';

interface Props {
  project: string;
  title: string;
  link: ProjectLink | null;
  /** Whether the user's role allows them to change anything. */
  mayChange: boolean;
  onChanged: () => void;
}

/** The repository of a project, which may be chosen, changed and unlinked. */
export function LinkPart({ project, title, link, mayChange, onChanged }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  if (link === null && !mayChange) {
    return <p className="text-sm text-muted">This project has no repository yet.</p>;
  }
  if (link === null || isChoosing) {
    return (
      <ChooseRepository
        project={project}
        title={title}
        onLinked={() => {
          setChoosing(false);
          onChanged();
        }}
        {...(link && { onCancel: () => setChoosing(false) })}
      />
    );
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LinkedRepository {...link} />
        <span className="text-sm text-muted">
          branch <code className="wrap-anywhere">{link.branch}</code>
        </span>
        {link.state === 'archived' ? <Badge tone="warn">Archived on GitHub</Badge> : null}
        {link.state === 'gone' ? <Badge tone="fail">Not found on GitHub</Badge> : null}
      </p>
      {mayChange ? (
        <LinkButtons project={project} onChoose={() => setChoosing(true)} onChanged={onChanged} />
      ) : null}
    </>
  );
}

function LinkButtons({
  project,
  onChoose,
  onChanged,
}: Pick<Props, 'project' | 'onChanged'> & { onChoose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function unlink() {
    setBusy(true);
    setFailure(null);
    const ended = await deleteProjectLink(project);
    setBusy(false);
    if (ended.ok) onChanged();
    else setFailure(ended);
  }

  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onChoose}>Change the repository</Button>
        <Button disabled={isBusy} onClick={() => void unlink()}>
          {isBusy ? 'Unlinking…' : 'Unlink'}
        </Button>
      </div>
      <p className="mt-1 text-sm text-muted">
        Unlinking leaves the repository as it is. The pushes stay listed here.
      </p>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </>
  );
}

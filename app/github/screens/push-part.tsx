import { useState } from 'react';

import type { ProjectLink } from '#app/github/links/project-link.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';

import { GithubFailureNote } from './github-failure-note.tsx';
import { PushChoice } from './push-choice.tsx';
import { usePush } from './use-push.ts';

interface Props {
  link: ProjectLink;
  /** Numbers of the project's versions, newest first. */
  versions: readonly number[];
  /** It is said elsewhere on the screen that GitHub has to be connected first. */
  isDisconnected?: boolean;
  onPushed: () => void;
}

/** Pushes a version to the repository: what it would do is shown first. */
export function PushPart({ link, versions, isDisconnected = false, onPushed }: Props) {
  const [latest = 1] = versions;
  const [chosen, setVersion] = useState<number | null>(null);
  const push = usePush(link.project, onPushed);
  const { busy, failure, choice } = push;
  // The latest one, also of those that are saved from now on, unless another one was compared or chosen.
  const version = choice?.preview.version ?? chosen ?? latest;
  if (isDisconnected) {
    return <p className="text-sm text-muted">Versions are pushed once GitHub is connected.</p>;
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div>
          <label htmlFor="push-version" className="mb-1 block text-sm font-medium">
            Version
          </label>
          <Select
            id="push-version"
            value={String(version)}
            disabled={busy !== null}
            onChange={(event) => {
              push.close();
              setVersion(Number(event.currentTarget.value));
            }}
          >
            {versions.map((number) => (
              <option key={number} value={number}>
                Version {number}
                {number === link.pushedVersion ? ' (pushed)' : ''}
              </option>
            ))}
          </Select>
        </div>
        <Button
          variant={choice === null ? 'primary' : 'secondary'}
          disabled={busy !== null}
          onClick={() => void push.compare(version)}
        >
          {busy === 'compare' ? 'Comparing…' : 'Compare with the repository'}
        </Button>
      </div>
      {failure ? (
        <div className="mt-3">
          <GithubFailureNote failure={failure} onRetry={() => void push.compare(version)} />
        </div>
      ) : null}
      <PushChoice push={push} />
    </>
  );
}

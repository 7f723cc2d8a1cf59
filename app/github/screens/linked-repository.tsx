import { ExternalLink, Lock } from 'lucide-react';

import type { ProjectLink } from '#app/github/links/project-link.ts';

type Props = Pick<ProjectLink, 'owner' | 'name' | 'url' | 'isPrivate'>;

/** A repository with its owner, as a link to its page on GitHub. */
export function LinkedRepository({ owner, name, url, isPrivate }: Props) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-w-0 items-center gap-1.5 hover:underline pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {isPrivate ? <Lock aria-label="Private" /> : null}
      <code className="min-w-0 wrap-anywhere">
        <bdi>{owner}</bdi>/<bdi>{name}</bdi>
      </code>
      <ExternalLink aria-hidden className="text-muted" />
      <span className="sr-only">on GitHub, in a new tab</span>
    </a>
  );
}

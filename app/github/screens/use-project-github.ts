import { useState } from 'react';

import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getProjectGithub } from '#app/github/links/links-client.ts';
import type { GithubOfProject } from '#app/github/links/project-link.ts';

/** The repository of a project with its pushes; where a reload fails, they stay as they were. */
export function useProjectGithub(project: string) {
  const { value, failure, retry } = useLoaded(project, '', () => getProjectGithub(project));
  const [last, setLast] = useState<{ project: string; github: GithubOfProject } | null>(null);
  if (value !== null && last?.github !== value) setLast({ project, github: value });
  const github = value ?? (last?.project === project ? last.github : null);
  return { github, failure: github === null ? failure : null, reload: retry };
}

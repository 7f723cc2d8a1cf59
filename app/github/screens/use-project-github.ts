import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getProjectGithub } from '#app/github/links/links-client.ts';

/** The repository of a project with its pushes. */
export function useProjectGithub(project: string) {
  const { value, failure, retry } = useLoaded(project, '', () => getProjectGithub(project));
  return { github: value, failure, reload: retry };
}

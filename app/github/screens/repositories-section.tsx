/** The repositories that the user can reach, and a form for a new one. */
export function RepositoriesSection(_props: {
  /** GitHub's page on which repositories are added; null for an OAuth App. */
  installUrl: string | null;
}) {
  return null;
}

/** The user's projects that are linked to a repository. */
export function LinkedProjectsSection() {
  return null;
}

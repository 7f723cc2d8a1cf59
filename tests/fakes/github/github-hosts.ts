/** Hosts of GitHub. */
export const GITHUB_HOSTS = [
  'api.github.com',
  'github.com',
  'raw.githubusercontent.com',
  'codeload.github.com',
];

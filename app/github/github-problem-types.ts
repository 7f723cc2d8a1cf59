/** Our own types of problems with GitHub, for pages that do something about them. */
export const GITHUB_PROBLEM_TYPES = {
  /** The operator has not set GitHub up. */
  off: 'urn:mcp-builder:github-off',
  /** The user has to connect GitHub first. */
  notConnected: 'urn:mcp-builder:github-not-connected',
  /** GitHub takes the user's tokens no longer: they have to connect again. */
  reconnect: 'urn:mcp-builder:github-reconnect',
  /** A rate limit of GitHub; `Retry-After` says how many seconds are left. */
  limited: 'urn:mcp-builder:github-limited',
  /** GitHub does not answer. */
  unavailable: 'urn:mcp-builder:github-unavailable',
} as const;

/** Every way in which GitHub does not do what it is asked. */
export type GithubFailure =
  /** It did not answer, or not as its documentation says; it may have said after how many seconds it will. */
  | { reason: 'githubUnavailable'; seconds?: number }
  /** The token is taken no longer: revoked, expired, or the app was removed. */
  | { reason: 'githubRevoked' }
  /** A primary or secondary rate limit; asking makes sense after that many seconds. */
  | { reason: 'githubLimited'; seconds: number }
  /** It does not exist, or the token may not see it. */
  | { reason: 'githubMissing' }
  /** The token may see it, and not do this. */
  | { reason: 'githubForbidden'; message: string }
  /** The repository has no commit yet. */
  | { reason: 'githubEmpty' }
  /** Somebody else was faster, or the state does not allow it (409). */
  | { reason: 'githubConflict'; message: string }
  /** It understood, and does not want to (422 and others); `message` is GitHub's own. */
  | { reason: 'githubRefused'; status: number; message: string };

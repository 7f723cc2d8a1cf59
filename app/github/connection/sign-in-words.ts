import type { GithubFailure } from '#app/github/asking/github-failure.ts';

/** How a sign-in on GitHub can end, in words for the user. */
export const SIGN_IN_WORDS = {
  off: 'GitHub is not set up here, so nothing was connected.',
  signedOut:
    'Nothing was connected, because you are signed out. Sign in, then connect GitHub again.',
  over: 'Nothing was connected: this sign-in on GitHub was used before, took longer than ten minutes, or was begun in another browser. Connect GitHub again.',
  noCode: 'GitHub sent you back without a code, so nothing was connected. Connect GitHub again.',
  installed: 'GitHub has given access to the repositories that you chose.',
  updated: 'Your choice of repositories on GitHub was changed.',
  requested:
    'An owner of the organization has to approve the request on GitHub. Its repositories are listed here after that.',
} as const;

/** Says what an error means that GitHub sends a user back with. */
export function describeSignInError(error: string, callback: string): string {
  switch (error) {
    case 'access_denied':
      return 'You did not allow access on GitHub, so nothing was connected.';
    case 'redirect_uri_mismatch':
      return `Nothing was connected: GitHub does not know the address of this site. Its operator has to add ${callback} to the app's callback URLs.`;
    case 'application_suspended':
      return 'Nothing was connected: GitHub has suspended the app of this site. Its operator has to ask GitHub.';
    default: {
      const named = /^[a-z_]{1,60}$/.test(error) ? ` (${error})` : '';
      return `GitHub refused the sign-in${named}, so nothing was connected. Connect GitHub again.`;
    }
  }
}

/** Says why the last step failed, in which we ask GitHub for the tokens and the account. */
export function describeExchangeFailure(failure: GithubFailure): string {
  switch (failure.reason) {
    case 'githubUnavailable':
      return 'GitHub does not answer at the moment, so nothing was connected. Connect GitHub again in a few seconds.';
    case 'githubLimited':
      return 'Nothing was connected, because GitHub limits our requests at the moment. Connect GitHub again in a few minutes.';
    case 'githubMissing':
      return 'GitHub does not know the app of this site, so nothing was connected. Its operator has to look at the settings.';
    case 'githubRefused':
      if (failure.message.includes('incorrect_client_credentials')) {
        return 'GitHub does not accept the credentials of this site, so nothing was connected. Its operator has to look at the settings.';
      }
      return 'GitHub did not accept the code that it sent, so nothing was connected. Connect GitHub again.';
    default:
      return 'GitHub did not accept the code that it sent, so nothing was connected. Connect GitHub again.';
  }
}

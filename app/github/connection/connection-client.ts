import { jsonRequest, requestJson } from '#app/api-client/api-request.ts';

import { BegunSignIn, EndedConnection, GithubOverview } from './github-status.ts';

/** The status of GitHub, and where the app is installed: GitHub is asked for it. */
export function requestGithubOverview() {
  return requestJson(GithubOverview, '/api/github');
}

/** Begins to connect GitHub; gives the page of GitHub on which the user allows it. */
export function requestGithubSignIn(returnTo: string) {
  return requestJson(BegunSignIn, '/api/github/connection', jsonRequest('POST', { returnTo }));
}

/** Disconnects GitHub. */
export function requestGithubEnd() {
  return requestJson(EndedConnection, '/api/github/connection', { method: 'DELETE' });
}

import { Octokit } from '@octokit/core';

import { answerGithub } from '../../fakes/github/answer-github.ts';
import { GithubControl } from '../../fakes/github/github-control.ts';

/** `fetch`, with the emulator in the place of the network. */
export async function fetchGithub(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const answer = await answerGithub(request.clone());
  const location = answer.headers.get('location');
  if (location === null || init?.redirect === 'manual') return answer;
  return await fetchGithub(new Request(location, request), init);
}

/** A GitHub that only one test has: its control, and clients of its API. */
export function openWorld(name: string) {
  const control = new GithubControl(`emulator_${name}`, answerGithub);
  return {
    control,
    /** A client with a token; without one, nobody asks. */
    connect: (token?: string) =>
      new Octokit({ ...(token ? { auth: token } : {}), request: { fetch: fetchGithub } }),
    /** A client of a user. */
    signIn: async (wanted: Parameters<GithubControl['token']>[0] = {}) => {
      const { access_token: token } = await control.token(wanted);
      return new Octokit({ auth: token, request: { fetch: fetchGithub } });
    },
  };
}

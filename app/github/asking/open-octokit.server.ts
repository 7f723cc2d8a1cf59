import type { Octokit as Core } from '@octokit/core';
import type { PaginateInterface } from '@octokit/plugin-paginate-rest';

import type { GithubSettings } from '#app/github/github-settings.ts';

import { fetchGithub } from './fetch-github.server.ts';

/** The revision of the API that we speak: https://docs.github.com/rest/about-the-rest-api/api-versions. */
const API_VERSION = '2022-11-28';

/** Statuses that no second attempt changes; 409 and 429 are left to the user. */
const FINAL = [400, 401, 403, 404, 409, 410, 422, 429, 451];
const MAX_RETRIES = 2;

/** Asks GitHub, by operation: `octokit.request('GET /user')`; lists with `octokit.paginate`. */
export type Octokit = Core & { paginate: PaginateInterface };

/** Fetches an address of GitHub. */
export type FetchOfGithub = (url: string, init?: RequestInit) => Promise<Response>;

/** A client with a user's token; its libraries are loaded with the first use. */
export async function openOctokit(
  settings: GithubSettings,
  token: string,
  fetching: FetchOfGithub = (url, init) => fetchGithub(settings, url, init),
): Promise<Octokit> {
  const [{ Octokit: Plain }, { retry }, { paginateRest }] = await Promise.all([
    import('@octokit/core'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-paginate-rest'),
  ]);
  const octokit = new (Plain.plugin(retry, paginateRest))({
    auth: token,
    userAgent: 'mcp-builder',
    request: { fetch: fetching },
    retry: { doNotRetry: FINAL, retries: MAX_RETRIES },
    // What fails is logged by who asked.
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  octokit.hook.before('request', (options) => {
    options.headers['x-github-api-version'] = API_VERSION;
  });
  return octokit;
}

function ignore(): void {}

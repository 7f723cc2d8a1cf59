import { githubEmulatorHost } from 'virtual:build';

import { EMULATOR_CLIENT, type GithubSettings } from '#app/github/github-settings.ts';

const TIMEOUT_MS = 10_000;

/** Fetches from GitHub's API or its site, or from the emulator where the app is the emulator's. */
export async function fetchGithub(
  { clientId }: Pick<GithubSettings, 'clientId'>,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const target = new URL(url);
  if (clientId === EMULATOR_CLIENT && githubEmulatorHost !== '') {
    target.protocol = 'http:';
    target.host = githubEmulatorHost;
  }
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  return await fetch(target.href, { ...init, redirect: 'follow', signal });
}

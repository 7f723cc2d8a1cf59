import { githubEmulatorHost } from 'virtual:build';

import type { Config } from '#app/platform/config.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The client ID that `.dev.vars.example` carries: it is of the local emulator. */
export const EMULATOR_CLIENT = 'Iv1.emulator';

/** How we are known on GitHub. */
export interface GithubSettings {
  /** A GitHub App's tokens expire and reach chosen repositories; an OAuth App's reach all of a user's. */
  kind: 'github-app' | 'oauth-app';
  clientId: string;
  clientSecret: string;
  /** Of a GitHub App: its name in the address of its page. */
  slug: string;
  /** Origin of the pages that a browser is sent to. */
  webUrl: string;
}

/** There is no GitHub here, because the operator has not set it up. */
export interface GithubOff {
  reason: 'githubOff';
  /** The variables that are missing or of no use here, for the operator. */
  missing: string[];
}

type Variables = Pick<
  Config,
  | 'GITHUB_APP_ID'
  | 'GITHUB_APP_SLUG'
  | 'GITHUB_CLIENT_ID'
  | 'GITHUB_CLIENT_SECRET'
  | 'GITHUB_WEB_URL'
>;

/** Reads the settings; those of the emulator count only where it runs. */
export function readGithub(config: Variables): Result<GithubSettings, GithubOff> {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = config;
  const kind = config.GITHUB_APP_ID === '' ? 'oauth-app' : 'github-app';
  const slug = config.GITHUB_APP_SLUG;
  const isForeign = clientId === EMULATOR_CLIENT && githubEmulatorHost === '';
  const missing = [
    ...(clientId === '' || isForeign ? ['GITHUB_CLIENT_ID'] : []),
    ...(clientSecret === '' ? ['GITHUB_CLIENT_SECRET'] : []),
    ...(kind === 'github-app' && slug === '' ? ['GITHUB_APP_SLUG'] : []),
  ];
  if (missing.length > 0) return fail({ reason: 'githubOff', missing });
  return succeed({ kind, clientId, clientSecret, slug, webUrl: config.GITHUB_WEB_URL });
}

import type { GithubSettings } from './github-settings.ts';

/**
 * An address of GitHub's site where this browser meets it. Of an address that GitHub gives, its path alone counts, so
 * that no answer leads elsewhere.
 */
export function toWebUrl({ webUrl }: Pick<GithubSettings, 'webUrl'>, address: string): string {
  const { pathname, search } = new URL(address, webUrl);
  return webUrl + pathname + search;
}

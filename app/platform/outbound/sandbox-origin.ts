import { authEmulatorHost } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';

/** Where that origin serves the page in which an MCP App runs. */
export const SANDBOX_PATH = '/mcp-app';

const OTHER_NAMES: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

/**
 * The origin on which MCP Apps run: the configured one, or the other name of this machine where sign-in is at an
 * emulator; null: there is none.
 */
export function sandboxOriginOf({
  config,
  origin,
}: {
  config: Pick<AppContext['config'], 'SANDBOX_ORIGIN'>;
  origin: string;
}): string | null {
  if (config.SANDBOX_ORIGIN !== '') {
    return config.SANDBOX_ORIGIN === origin ? null : config.SANDBOX_ORIGIN;
  }
  if (authEmulatorHost === '') return null;
  const url = new URL(origin);
  const other = OTHER_NAMES[url.hostname];
  if (other === undefined) return null;
  url.hostname = other;
  return url.origin;
}

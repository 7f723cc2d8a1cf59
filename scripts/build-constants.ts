import { readFileSync } from 'node:fs';

/** The constants of `app/virtual.d.ts`, as Vite's `define` wants them. */
export function buildConstants(isDevelopment: boolean): Record<string, string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return {
    __DEVELOPMENT__: JSON.stringify(isDevelopment),
    __VERSION__: JSON.stringify(version),
  };
}

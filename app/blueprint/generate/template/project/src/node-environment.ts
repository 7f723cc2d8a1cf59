import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { log, logFrom } from './log.ts';
import { readVariable, writeVariable } from './secrets-file.ts';
import { server } from './server.ts';

/** File beside `package.json` that holds the credentials. */
export const ENV_FILE = fileURLToPath(new URL('../.env', import.meta.url));

/** Reads `.env` and the environment, logs warnings, and ends the process on an error. */
export function requireEnvironment(): Environment {
  const environment = loadEnvironment();
  logFrom(environment.logLevel);
  for (const warning of environment.warnings) log('warn', warning);
  if (environment.problems.length > 0) exitWith(environment.problems);
  return environment;
}

/**
 * Reads `.env` and the environment. Refresh tokens that are in the file are read there each time, and replaced
 * there: several processes may share one connection.
 */
export function loadEnvironment(): Environment {
  const given = new Set(Object.keys(process.env));
  loadEnvFile(ENV_FILE);
  const environment = readEnvironment(server, process.env);
  const tokens = server.upstreams
    .flatMap(({ auth }) => auth.flatMap((scheme) => refreshTokenOf(scheme)))
    .filter((name) => !given.has(name));
  return {
    ...environment,
    secret: (name) =>
      (tokens.includes(name) ? readVariable(ENV_FILE, name) : undefined) ??
      environment.secret(name),
    keepSecret: (name, value) => {
      if (!tokens.includes(name) || readVariable(ENV_FILE, name) === undefined) return false;
      writeVariable(ENV_FILE, name, value);
      return true;
    },
  };
}

function refreshTokenOf(scheme: (typeof server.upstreams)[number]['auth'][number]): string[] {
  return 'refreshTokenSecret' in scheme ? [scheme.refreshTokenSecret] : [];
}

/** Logs why the server cannot start, and ends the process. */
export function exitWith(problems: string[]): never {
  for (const problem of problems) log('error', problem);
  process.exit(1);
}

/** Variables that are already set win. Node 20 supports this since 20.12. */
function loadEnvFile(path: string): void {
  if (existsSync(path) && typeof process.loadEnvFile === 'function') process.loadEnvFile(path);
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readEnvironment } from './environment.ts';
import type { Environment } from './environment.ts';
import { log, logFrom } from './log.ts';
import { server } from './server.ts';

/** Reads `.env` and the environment, logs warnings, and ends the process on an error. */
export function requireEnvironment(): Environment {
  loadEnvFile(fileURLToPath(new URL('../.env', import.meta.url)));
  const environment = readEnvironment(server, process.env);
  logFrom(environment.logLevel);
  for (const warning of environment.warnings) log('warn', warning);
  if (environment.problems.length > 0) exitWith(environment.problems);
  return environment;
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

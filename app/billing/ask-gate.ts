import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import { readProblem } from '#app/platform/read-problem.ts';

import type { GateTier } from './limits.ts';

/** The answer of the server's gate. */
export interface GateAnswer {
  verdict: 'open' | 'shut' | 'unknown';
  /** In the server's own words, where it has some. */
  detail: string;
}

const UNKNOWN: GateAnswer = {
  verdict: 'unknown',
  detail: 'The server did not answer. Try again.',
};

/** Asks the server for what only a tier may have; never fails. */
export async function askGate(tier: GateTier): Promise<GateAnswer> {
  try {
    const response = await authorizedFetch(`/api/tier/limits/${tier}`);
    if (response.ok) return { verdict: 'open', detail: 'The server grants access.' };
    const problem = readProblem(await response.json());
    if (problem === null) return UNKNOWN;
    return { verdict: response.status === 403 ? 'shut' : 'unknown', detail: problem.detail };
  } catch {
    return UNKNOWN;
  }
}

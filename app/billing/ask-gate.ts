import * as z from 'zod/mini';

import { authorizedFetch } from '#app/auth/authorized-fetch.ts';

import type { GateTier } from './limits.ts';

/** The answer of the server's gate. */
export interface GateAnswer {
  verdict: 'open' | 'shut' | 'unknown';
  /** In the server's own words, where it has some. */
  detail: string;
}

const Problem = z.object({ detail: z.string() });

/** Asks the server for what only a tier may have; never fails. */
export async function askGate(tier: GateTier): Promise<GateAnswer> {
  try {
    const response = await authorizedFetch(`/api/tier/limits/${tier}`);
    if (response.ok) return { verdict: 'open', detail: 'The server grants access.' };
    const { detail } = Problem.parse(await response.json());
    return { verdict: response.status === 403 ? 'shut' : 'unknown', detail };
  } catch {
    return { verdict: 'unknown', detail: 'The server did not answer. Try again.' };
  }
}

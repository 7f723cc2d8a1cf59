import { sweepSignIns } from './connection/sign-in-store.server.ts';

/** Removes what is kept about GitHub for a while only. */
export async function sweepGithub(database: D1Database, now: number): Promise<{ signIns: number }> {
  return { signIns: await sweepSignIns(database, now) };
}

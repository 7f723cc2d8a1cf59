import type { CustomEmulator } from 'emulate';

import { CONTROL_PATH, githubEmulator, type GithubState } from './github-emulator.ts';

/** Host through which tests in workerd control this fake. */
export const GITHUB_CONTROL_HOST = 'github.invalid';

/** Where the pages are; empty: at GitHub's own host. */
let pages = '';

let emulator: Promise<CustomEmulator<GithubState>> | undefined;

/** One for a process; made when it is asked first, because most tests never do. */
async function openEmulator(): Promise<CustomEmulator<GithubState>> {
  const { createEmulator } = await import('emulate');
  const { openContract } = await import('./contract/open-contract.ts');
  const service = githubEmulator({ pages: () => pages, contract: openContract() });
  return await createEmulator({ service, listen: false });
}

/** Serves the pages on this machine, for a browser; answers where. */
export async function serveGithubPages(): Promise<{ origin: string; close: () => void }> {
  const { listenLocally } = await import('../listen-locally.ts');
  const served = await listenLocally(0, answerGithub);
  pages = served.origin;
  return served;
}

/**
 * GitHub's API and pages at their own hosts, and control at `https://github.invalid/<world>/<command>`, where the
 * world is what follows `Iv1.` in the client ID.
 */
export async function answerGithub(request: {
  url: string;
  method: string;
  headers: Iterable<[string, string]>;
  arrayBuffer: () => Promise<ArrayBuffer>;
}): Promise<Response> {
  emulator ??= openEmulator();
  const { host, pathname, search } = new URL(request.url);
  const path = host === GITHUB_CONTROL_HOST ? `${CONTROL_PATH}${pathname}` : pathname;
  const running = await emulator;
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return await running.fetch(
    new Request(`https://github.com${path}${search}`, {
      method: request.method,
      headers: [...request.headers],
      redirect: 'manual',
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    }),
  );
}

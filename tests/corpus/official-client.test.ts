import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const place = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Those whose lists were too much for clients, or full of formats that they do not know. */
const DOCUMENTS = [
  ['asana-3.0.json', 167],
  ['github.com', 1_223],
  ['kubernetes-2.0.json', 1_014],
  ['stripe.com', 452],
] as const;

/** What the list and the first call may take, with what the client needs for itself. */
const MAX_CLIENT_KB = 150_000;

test.each(DOCUMENTS)(
  'the official client lists the tools of %s over stdio and calls one, and warns of nothing',
  async (name, count) => {
    const server = [process.execPath, place('serve-stdio.ts'), name];
    const ran = promisify(execFile)(process.execPath, [place('use-client.mjs'), ...server]);
    const { stdout, stderr } = await ran;
    expect(stderr).toBe('');
    const outcome = JSON.parse(stdout);
    expect(outcome).toMatchObject({ tools: count, isError: true });
    expect(outcome.maxRssKb).toBeLessThan(MAX_CLIENT_KB);
  },
);

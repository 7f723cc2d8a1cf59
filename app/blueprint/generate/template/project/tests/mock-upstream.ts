import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { createListener } from '../src/http-listener.ts';
import { createMockUpstream } from '../src/runtime/mock/mock-upstream.ts';
import { server } from '../src/server.ts';
import { mocks } from './mocks.ts';

/** A running mock upstream. */
export interface RunningMock {
  url: string;
  close: () => void;
}

/** Starts a mock of the real API, which answers as `mocks.ts` says, else from its examples and schemas. */
export async function startMockUpstream(port: number): Promise<RunningMock> {
  const answer = createMockUpstream(server, mocks);
  const listener = createListener(answer);
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const address = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMockUpstream(Number(process.env.PORT || '4010'));
  process.stdout.write(`The mock upstream is running. Use UPSTREAM_BASE_URL=${url}\n`);
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { createAdaptorServer, type ServerType } from '@hono/node-server';

/** `localhost` may mean either of them, to a browser, to workerd and to Node. */
const ADDRESSES = ['127.0.0.1', '::1'];
/** This machine has no such address. */
const NO_ADDRESS = /EADDRNOTAVAIL|EAFNOSUPPORT/;

/**
 * Serves on `localhost`; port 0 takes a free one.
 * @throws Error where the port is taken
 */
export async function listenLocally(
  port: number,
  answer: (request: Request) => Promise<Response>,
): Promise<{ origin: string; close: () => void }> {
  const servers: ServerType[] = [];
  let taken = port;
  for (const address of ADDRESSES) {
    const server = createAdaptorServer({ fetch: answer });
    server.listen(taken, address);
    try {
      await once(server, 'listening');
    } catch (error) {
      if (NO_ADDRESS.test(String(error))) continue;
      for (const each of servers) each.close();
      throw error;
    }
    taken = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  const close = () => {
    for (const server of servers) {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    }
  };
  return { origin: `http://localhost:${taken}`, close };
}

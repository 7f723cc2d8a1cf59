import { createMcpHandler } from '@modelcontextprotocol/server';

import { createEchoServer } from './sdk-server.mjs';

const endpoint = createMcpHandler(createEchoServer);

export default { fetch: (request) => endpoint.fetch(request) };

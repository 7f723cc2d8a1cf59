import { createMcpHandler } from 'agents/mcp/server';

import { createEchoServer } from './sdk-server.mjs';

const answer = createMcpHandler(createEchoServer);

export default { fetch: (request, env, context) => answer(request, env, context) };

// mcp-lite takes web requests; Hono's adapter is what its own examples serve it with on Node.
import { serve } from '@hono/node-server';

import { answer } from './lite-server.mjs';

serve({ fetch: answer, port: Number(process.env.PORT), hostname: '127.0.0.1' });

// #region server
import {
  createMcpHandler,
  McpServer,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

function createServer() {
  const server = new McpServer({ name: 'parcels', version: '1.0.0' });
  server.registerTool(
    'track_parcel',
    {
      title: 'Track a parcel',
      description:
        'Where a parcel is now. Use it when someone gives a tracking number.',
      inputSchema: z.object({
        number: z.string().regex(/^[A-Z0-9]{8,20}$/),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ number }) => ({
      content: [{ type: 'text', text: `${number}: in transit` }],
    }),
  );
  return server;
}

export const handler = createMcpHandler(createServer);
// #endregion

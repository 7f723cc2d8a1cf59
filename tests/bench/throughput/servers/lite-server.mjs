import { McpServer, StreamableHttpTransport } from 'mcp-lite';

const server = new McpServer({ name: 'echo', version: '1.0.0' });
server.tool('echo', {
  description: 'Says it again.',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  handler: ({ message }) => ({ content: [{ type: 'text', text: message }] }),
});

export const answer = new StreamableHttpTransport().bind(server);

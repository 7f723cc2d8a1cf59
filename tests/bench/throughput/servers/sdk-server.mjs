// The SDK of MCP as its README shows it: a server made for each request.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

const validator = new CfWorkerJsonSchemaValidator();
const inputSchema = fromJsonSchema(
  { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  validator,
);

export function createEchoServer() {
  const server = new McpServer(
    { name: 'echo', version: '1.0.0' },
    { jsonSchemaValidator: validator },
  );
  server.registerTool('echo', { description: 'Says it again.', inputSchema }, ({ message }) => ({
    content: [{ type: 'text', text: message }],
  }));
  return server;
}

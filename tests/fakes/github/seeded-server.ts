const PACKAGE = `{
  "name": "weather-mcp",
  "version": "1.2.0",
  "description": "Weather for assistants",
  "type": "module",
  "bin": { "weather-mcp": "./dist/index.js" },
  "scripts": { "build": "tsc" },
  "dependencies": { "@modelcontextprotocol/sdk": "^1.20.0", "zod": "^3.25.0" }
}
`;

const INDEX = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'weather', version: '1.2.0' });

server.registerTool(
  'get_forecast',
  {
    title: 'Forecast',
    description: 'Forecast of the weather for a place',
    inputSchema: {
      latitude: z.number().min(-90).max(90).describe('Degrees north'),
      longitude: z.number().min(-180).max(180).describe('Degrees east'),
      days: z.number().int().default(3).describe('How many days'),
    },
  },
  async ({ latitude, longitude, days }) => {
    const url = \`https://api.open-meteo.com/v1/forecast?latitude=\${latitude}&longitude=\${longitude}&forecast_days=\${days}\`;
    const answer = await fetch(url);
    return { content: [{ type: 'text', text: await answer.text() }] };
  },
);

server.tool('list_stations', 'Stations that measure', { country: z.string().length(2) }, async ({ country }) => ({
  content: [{ type: 'text', text: \`No stations in \${country}\` }],
}));

await server.connect(new StdioServerTransport());
`;

/** Files of a small MCP server in TypeScript, as people have them. */
export const SEEDED_SERVER: Record<string, string> = {
  'package.json': PACKAGE,
  'src/index.ts': INDEX,
  'README.md':
    '# weather-mcp\n\nAn MCP server with the weather. Start it with `npx weather-mcp`.\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "outDir": "dist" } }\n',
};

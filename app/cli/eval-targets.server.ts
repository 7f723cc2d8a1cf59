import { toCatalog, type CatalogServer } from '#app/evals/loop/tool-catalog.ts';
import { callOver, type CallTool } from '#app/evals/loop/call-outcome.ts';
import type { EvalTarget } from '#app/evals/runs/run-eval.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { createConnection } from '#app/mcp-client/create-connection.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

type Variables = Record<string, string | undefined>;

interface NamedServer {
  name: string;
  url: string;
}

/** Servers that are connected for an eval. */
export interface OpenTargets {
  targets: EvalTarget[];
  close: () => Promise<void>;
}

const TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 300_000;

/** Reads `name=url` or `url`; null where it is neither. */
export function readNamedServer(text: string): NamedServer | null {
  const named = /^(?<name>[\w.-]+)=(?<url>https?:.*)$/.exec(text)?.groups;
  const url = named?.['url'] ?? text;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return { name: named?.['name'] ?? new URL(url).host, url };
}

/** Connects servers: all at once as one target, or each as a target of its own. */
export async function openTargets(
  servers: readonly NamedServer[],
  variables: Variables,
  isCompared: boolean,
): Promise<Result<OpenTargets, { reason: 'unconnected'; message: string }>> {
  const connections: ServerConnection[] = [];
  const close = async () => {
    await Promise.all(connections.map((each) => each.close()));
  };
  const listed: (CatalogServer & { connection: ServerConnection })[] = [];
  for (const server of servers) {
    const connection = connect(server, readToken(server, servers.length, variables));
    connections.push(connection);
    const tools = await listTools(connection);
    if (typeof tools === 'string') {
      await close();
      return fail({ reason: 'unconnected', message: `${server.name}: ${tools}` });
    }
    listed.push({ id: server.name, name: server.name, tools, connection });
  }
  const call: CallTool = async (tool, input, signal) => {
    const place = listed.find(({ id }) => id === tool.server.id);
    if (place === undefined) throw new Error(`No server is called ${tool.server.id}.`);
    return callOver(place.connection.request, tool.name, input, signal);
  };
  const groups = isCompared ? listed.map((each) => [each]) : [listed];
  const targets = groups.map((group): EvalTarget => {
    const name = group.map((each) => each.name).join(' + ');
    return { id: name, name, catalog: toCatalog(group), call };
  });
  return succeed({ targets, close });
}

/** One server has `MCP_TOKEN`; of several each has its own, so that none gets another's. */
function readToken({ name }: NamedServer, count: number, variables: Variables): string {
  const own = `MCP_TOKEN_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
  return variables[own] ?? (count === 1 ? variables['MCP_TOKEN'] : undefined) ?? '';
}

function connect({ name, url }: NamedServer, token: string): ServerConnection {
  return createConnection(
    {
      id: name,
      name,
      url,
      transport: 'http',
      era: 'auto',
      route: 'direct',
      headers: [],
      auth: token === '' ? { kind: 'none' } : { kind: 'bearer', token },
      timeoutMs: TIMEOUT_MS,
      maxTimeoutMs: MAX_TIMEOUT_MS,
    },
    // Nobody is there to be asked.
    { capabilities: {} },
  );
}

async function listTools(connection: ServerConnection) {
  const connected = await connection.connect();
  if (!connected.ok) return connected.message;
  const listed = await connection.listAll('tools/list');
  return listed.ok ? listed.value : listed.message;
}

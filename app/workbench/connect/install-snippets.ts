import { quoteShellWord } from '#app/tester/servers/configs/quote-shell-word.ts';
import { toConfig } from '#app/tester/servers/configs/to-config.ts';

/** The values that a snippet is made from. */
export interface EndpointFacts {
  /** Name of the server in the client's configuration. */
  name: string;
  /** Absolute URL. */
  url: string;
  /** Bearer token; null where whoever looks has none. */
  token: string | null;
}

export interface Snippet {
  id: string;
  title: string;
  /** Where it goes. */
  place: string;
  text: string;
}

export interface InstallLink {
  title: string;
  href: string;
}

/** The configuration of each client for the server. */
export function toSnippets(facts: EndpointFacts): Snippet[] {
  const { name, url, token } = facts;
  const bearer = token === null ? null : `Bearer ${token}`;
  const headers = bearer ? { headers: { Authorization: bearer } } : {};
  const header = bearer ? ` \\\n  --header ${quoteShellWord(`Authorization: ${bearer}`)}` : '';
  const auth = token === null ? { kind: 'none' as const } : { kind: 'bearer' as const, token };
  const entry = { name, url, transport: 'http' as const, headers: [], auth };
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      place: 'In a terminal',
      text: `claude mcp add --transport http ${quoteShellWord(name)} \\\n  ${quoteShellWord(url)}${header}`,
    },
    {
      id: 'claude-desktop',
      title: 'Claude Desktop',
      place: 'claude_desktop_config.json',
      text: toConfig('claude-desktop', [entry], 'written'),
    },
    {
      id: 'cursor',
      title: 'Cursor',
      place: '.cursor/mcp.json',
      text: toConfig('cursor', [entry], 'written'),
    },
    {
      id: 'vscode',
      title: 'VS Code',
      place: '.vscode/mcp.json',
      text: toConfig('vscode', [entry], 'written'),
    },
    {
      id: 'codex',
      title: 'Codex',
      place: '~/.codex/config.toml',
      text: toToml(name, url, bearer),
    },
    {
      id: 'gemini',
      title: 'Gemini CLI',
      place: '~/.gemini/settings.json',
      // `url` stands for the older transport there.
      text: toJson({ mcpServers: { [name]: { httpUrl: url, ...headers } } }),
    },
    { id: 'curl', title: 'curl', place: 'In a terminal', text: toCurl(url, bearer) },
  ];
}

/** Links that add the server to a client that is installed on the same machine. */
export function toInstallLinks({ name, url, token }: EndpointFacts): InstallLink[] {
  const headers = token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };
  // https://cursor.com/docs/mcp/install-links: what mcp.json holds for one server, in base64.
  const cursor = new URLSearchParams({ name, config: btoa(JSON.stringify({ url, ...headers })) });
  // https://code.visualstudio.com/docs/copilot/chat/mcp-servers: one entry of mcp.json with its name.
  const vscode = encodeURIComponent(JSON.stringify({ name, type: 'http', url, ...headers }));
  return [
    {
      title: 'Add to Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?${cursor.toString()}`,
    },
    { title: 'Add to VS Code', href: `vscode:mcp/install?${vscode}` },
  ];
}

function toCurl(url: string, bearer: string | null): string {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const lines = [
    `curl ${quoteShellWord(url)}`,
    `--header 'Content-Type: application/json'`,
    `--header 'Accept: application/json, text/event-stream'`,
    `--header 'MCP-Protocol-Version: 2026-07-28'`,
    `--header 'Mcp-Method: tools/list'`,
    ...(bearer ? [`--header ${quoteShellWord(`Authorization: ${bearer}`)}`] : []),
    `--data ${quoteShellWord(JSON.stringify(body))}`,
  ];
  return lines.join(' \\\n  ');
}

/** A server of Codex; a text of JSON is one of TOML, too. */
function toToml(name: string, url: string, bearer: string | null): string {
  const key = /^[\w-]+$/.test(name) ? name : toTomlText(name);
  const header =
    bearer === null ? '' : `\nhttp_headers = { Authorization = ${toTomlText(bearer)} }`;
  return `[mcp_servers.${key}]\nurl = ${toTomlText(url)}${header}`;
}

/** TOML allows no bare DEL, which JSON does. */
function toTomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`);
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { toConnectSection } from './connect-section.ts';
import { escapeMarkdown, toSummary } from './escape-markdown.ts';
import { toPackageName } from './package-name.ts';
import type { NamedTool } from './tool-modules.ts';

/** Maximum length of a description in the table of tools, in characters. */
const SUMMARY_LENGTH = 160;

/** Makes the project's README: the template with the values of this server. */
export function toReadme(blueprint: Blueprint, tools: NamedTool[], template: string): string {
  const { identity } = blueprint;
  const name = toPackageName(identity.name);
  const values: Record<string, string> = {
    title: escapeMarkdown(identity.title ?? identity.name),
    description: escapeMarkdown(identity.description ?? 'An MCP server.'),
    name,
    version: toImageTag(identity.version),
    earlier: 'earlier-version',
    toolCount: tools.length === 1 ? '1 tool' : `${tools.length} tools`,
    tools: toolTable(tools),
    resources: toList('Resources', blueprint.resources, (resource) => resource.uri),
    prompts: toList('Prompts', blueprint.prompts, (prompt) => prompt.name),
    mockSecrets: blueprint.secrets.map((secret) => `${secret.name}=any `).join(''),
    upstreams: upstreamTable(blueprint),
    connect: toConnectSection(blueprint),
    variables: variableTable(blueprint),
    desktop: toJson({ mcpServers: { [name]: stdioEntry(blueprint) } }),
    code: claudeCodeCommand(name, blueprint),
    cursor: toJson({ mcpServers: { [name]: stdioEntry(blueprint) } }),
    vscode: toJson({ servers: { [name]: { type: 'stdio', ...stdioEntry(blueprint) } } }),
    cursorHttp: toJson({ mcpServers: { [name]: { url: HTTP_ADDRESS } } }),
    vscodeHttp: toJson({ servers: { [name]: { type: 'http', url: HTTP_ADDRESS } } }),
  };
  return fill(template, values).replace(/\n{3,}/g, '\n\n');
}

/** A version as the tag of an image, which takes no `+`. */
function toImageTag(version: string): string {
  return version.replaceAll(/[^\w.-]/g, '-').replace(/^[.-]+/, '') || 'latest';
}

const HTTP_ADDRESS = 'http://localhost:3000/mcp';
const STDIO_ENTRY = '/absolute/path/to/dist/stdio.js';

/** Replaces each `<!--name-->` once; inserted text is never expanded again. */
function fill(template: string, values: Record<string, string>): string {
  return template.replace(/<!--(\w+)-->/g, (placeholder, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`The template has no value for ${placeholder}.`);
    return value;
  });
}

function toolTable(tools: NamedTool[]): string {
  const rows = tools.map(({ tool, path }) => {
    const summary = toSummary(tool.description ?? tool.title ?? '', SUMMARY_LENGTH);
    const link = `[\`${tool.name}\`](${path})`;
    return `| ${link} | ${escapeMarkdown(summary)} | ${toHints(tool)} |`;
  });
  return ['| Tool | What it does | Hints |', '| --- | --- | --- |', ...rows].join('\n');
}

function toHints({ annotations, deprecated }: Tool): string {
  const hints: string[] = [];
  if (annotations?.readOnlyHint === true) hints.push('read-only');
  if (annotations?.destructiveHint === true) hints.push('destructive');
  if (annotations?.idempotentHint === true) hints.push('idempotent');
  if (deprecated === true) hints.push('deprecated');
  return hints.join(', ');
}

function toList<Part extends { description?: string | undefined }>(
  heading: string,
  parts: Part[],
  nameOf: (part: Part) => string,
): string {
  if (parts.length === 0) return '';
  const lines = parts.map((part) => {
    const summary = toSummary(part.description ?? '', SUMMARY_LENGTH);
    const text = summary === '' ? '' : `: ${escapeMarkdown(summary)}`;
    return `- ${escapeMarkdown(nameOf(part))}${text}`;
  });
  return `### ${heading}\n\n${lines.join('\n')}`;
}

function upstreamTable({ upstreams }: Blueprint): string {
  const rows = upstreams.map(({ id, title, baseUrl }) => {
    return `| ${escapeMarkdown(title ?? id)} | ${escapeMarkdown(baseUrl)} |`;
  });
  return ['| API | Address |', '| --- | --- |', ...rows].join('\n');
}

/** Variables that every server reads. */
const SERVER_VARIABLES = [
  '| `HOST` | `127.0.0.1` | Address to listen on; `0.0.0.0` for access from other machines |',
  '| `PORT` | `3000` | Its port; the path is `/mcp` |',
  '| `ALLOWED_HOSTS` | none | Host names accepted besides localhost |',
  '| `ALLOWED_ORIGINS` | none | Origins of web pages that may call it, besides its own |',
  '| `MCP_TOKEN` | none | If set, HTTP callers have to send it as a bearer token |',
  '| `LOG_LEVEL` | `info` | Lowest level logged: `info`, `warn` or `error` |',
  '| `METRICS` | off | `on`: metrics for Prometheus at `/metrics`, with the same token and host names |',
  '| `SHUTDOWN_DELAY_MS` | `0` | Time between the stop signal and the last accepted connection |',
  '| `MCP_STATE_KEY` | random | Seals questions of tools to users, 32 or more characters; set it if several processes serve together |',
];

function variableTable({ upstreams, secrets }: Blueprint): string {
  const lines = ['| Variable | Default | Meaning |', '| --- | --- | --- |'];
  for (const { name, description } of secrets) {
    const text = escapeMarkdown(description ?? 'Credential of the API.');
    lines.push(`| \`${name}\` | none | ${text} |`);
  }
  const [first] = upstreams;
  if (first !== undefined) {
    const title = escapeMarkdown(first.title ?? first.id);
    lines.push(`| \`UPSTREAM_BASE_URL\` | see below | Another address for ${title} |`);
  }
  return [...lines, ...SERVER_VARIABLES].join('\n');
}

function stdioEntry({ secrets }: Blueprint): object {
  const entry = { command: 'node', args: [STDIO_ENTRY] };
  if (secrets.length === 0) return entry;
  return { ...entry, env: Object.fromEntries(secrets.map(({ name }) => [name, '…'])) };
}

function claudeCodeCommand(name: string, { secrets }: Blueprint): string {
  const variables = secrets.map((secret) => ` --env ${secret.name}=…`).join('');
  return `claude mcp add ${name}${variables} -- node ${STDIO_ENTRY}`;
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

import { toPackageName } from '#app/blueprint/generate/package-name.ts';
import type { Edit } from '#app/blueprint/edit.ts';
import { NameRegister, toSafeName, withHash } from '#app/blueprint/import/safe-names.ts';
import { dropHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { toOwnSchema } from './to-own-schema.ts';

/** A running MCP server whose tools ours will offer. */
export interface ProxiedServer {
  /** Its endpoint. */
  url: string;
  /** Display name. */
  title: string;
  instructions: string | null;
  /** The chosen tools, as it lists them. */
  tools: readonly JsonObject[];
  /** Names of the headers that prove who calls, `authorization` among them; their values are secrets. */
  credentials: readonly { header: string; isBearer: boolean }[];
}

export interface ProxyPlan {
  /** Makes a server with nothing but a name one that proxies the tools. */
  edits: Edit[];
  /** The secret that each credential becomes. */
  secrets: { name: string; header: string }[];
  /** Things that are other than on the server, one sentence each. */
  notes: string[];
}

/** Id of the upstream that stands for the other server. */
const UPSTREAM = 'server';
const MAX_INSTRUCTIONS = 20_000;

/** Plans a server whose tools are those of another one. Its texts come from there: they are data. */
export function toProxyPlan(server: ProxiedServer): ProxyPlan {
  const notes: string[] = [];
  const names = new NameRegister();
  const tools = server.tools.flatMap((tool) => toTool(tool, names, notes));
  const title = dropHidden(server.title).slice(0, 200) || 'MCP server';
  const instructions = dropHidden(server.instructions ?? '').slice(0, MAX_INSTRUCTIONS);
  const secrets = nameSecrets(server.credentials);
  const edits: Edit[] = [
    {
      edit: 'setIdentity',
      name: toPackageName(title),
      title,
      ...(instructions === '' ? {} : { instructions }),
    },
    { edit: 'setUpstream', id: UPSTREAM, baseUrl: server.url, title },
  ];
  if (secrets.length > 0) edits.push(toAuth(server.credentials, secrets));
  for (const tool of tools) edits.push({ edit: 'upsertTool', tool });
  return { edits, secrets, notes };
}

function toTool(listed: JsonObject, names: NameRegister, notes: string[]): Tool[] {
  const { name, inputSchema, outputSchema } = listed;
  if (typeof name !== 'string' || name === '') return [];
  const own = toOwnName(name, names);
  const shown = dropHidden(name).slice(0, 80);
  if (own !== name) notes.push(`${shown} is called ${own} here.`);
  const annotations = isJsonObject(listed['annotations']) ? listed['annotations'] : {};
  const title = textOf(listed['title']) || textOf(annotations['title']);
  const description = textOf(listed['description']);
  const input = toOwnSchema(inputSchema);
  if (!input.isWhole) notes.push(`The arguments of ${own} are checked by the other server only.`);
  const output = isJsonObject(outputSchema) ? toOwnSchema(outputSchema) : null;
  const hasOutput = output?.isWhole === true && isObjectSchema(outputSchema);
  if (output !== null && !hasOutput) notes.push(`The results of ${own} have no schema here.`);
  const hints = toHints(annotations);
  return [
    {
      name: own,
      enabled: true,
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
      inputSchema: input.schema,
      ...(hasOutput ? { outputSchema: output.schema } : {}),
      action: { kind: 'mcp', upstream: UPSTREAM, tool: name },
    },
  ];
}

/** A name that every client accepts. */
function toOwnName(given: string, names: NameRegister): string {
  const { name, isLossy } = toSafeName(given);
  return names.take(isLossy ? withHash(name, given) : name, given);
}

function toHints(annotations: JsonObject): NonNullable<Tool['annotations']> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(typeof readOnlyHint === 'boolean' ? { readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructiveHint } : {}),
    ...(typeof idempotentHint === 'boolean' ? { idempotentHint } : {}),
    ...(typeof openWorldHint === 'boolean' ? { openWorldHint } : {}),
  };
}

function nameSecrets(credentials: ProxiedServer['credentials']): ProxyPlan['secrets'] {
  const taken = new NameRegister();
  return credentials.map(({ header, isBearer }) => {
    const plain = header.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const name = isBearer ? 'SERVER_TOKEN' : `SERVER_${plain}`.replace(/_+$/, '');
    return { name: taken.take(name, header).toUpperCase(), header };
  });
}

/** All of them are sent with every request. */
function toAuth(
  credentials: ProxiedServer['credentials'],
  secrets: ProxyPlan['secrets'],
): Extract<Edit, { edit: 'setAuth' }> {
  const auth = credentials.map(({ header, isBearer }, index) => {
    const id = `credential-${index + 1}`;
    const secret = secrets[index]?.name ?? 'SERVER_TOKEN';
    return isBearer
      ? { id, kind: 'bearer' as const, secret }
      : { id, kind: 'apiKey' as const, in: 'header' as const, name: header, secret };
  });
  return { edit: 'setAuth', upstream: UPSTREAM, auth, security: [auth.map(({ id }) => id)] };
}

function isObjectSchema(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema['type'] === 'object';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? dropHidden(value).trim() : '';
}

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toProxyPlan } from '#app/blueprint/proxy/to-proxy-plan.ts';
import { createFromEdits } from '#app/drafts/create-from-edits.ts';
import { putSecret } from '#app/drafts/draft-client.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { listTargetCredentials } from './list-target-credentials.ts';
import { toImportAddress } from './to-import-address.ts';

export interface ImportedServer {
  /** Of the new chat. */
  id: string;
  /** Things that are other than on the server. */
  notes: readonly string[];
}

/**
 * Makes a server of ours whose tools are those of another one, in a chat of its own.
 *
 * @param withSecrets whether the values of headers and tokens become values of its secrets
 */
export async function importServer(
  connection: ServerConnection,
  tools: readonly JsonObject[],
  withSecrets: boolean,
): Promise<Result<ImportedServer, RequestFailure>> {
  const state = connection.getState();
  const { target } = connection;
  const session = state.status === 'connected' ? state.session : null;
  const credentials = listTargetCredentials(target);
  const address = toImportAddress(target.url);
  const { edits, secrets, notes } = toProxyPlan({
    url: address.url,
    title: session?.server.title ?? session?.server.name ?? target.name,
    instructions: session?.instructions ?? null,
    tools,
    credentials,
  });
  // The mock knows of another server's answers only what their schemas say.
  const draft = await createFromEdits(edits, 'test');
  if (!draft.ok) return draft;
  const { id } = draft.value;
  for (const { name, header } of withSecrets ? secrets : []) {
    const status = draft.value.secrets.find((secret) => secret.name === name);
    const value = credentials.find((credential) => credential.header === header)?.value ?? '';
    if (status === undefined || value === '') continue;
    const put = await putSecret(id, status, value);
    if (!put.ok) return put;
  }
  return succeed({ id, notes: [...address.notes, ...notes] });
}

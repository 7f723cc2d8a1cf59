import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toRecreatedEdits } from '#app/blueprint/import/servers/to-recreated-edits.ts';
import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';
import { beginChat } from '#app/chat/composer/begin-chat.ts';
import { applyPlan } from '#app/drafts/create-from-edits.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { FoundRepository, ServerOfRepository } from './found-repository.ts';
import type { NewServer } from './proxy-server.ts';
import { toRecreation } from './to-recreation.ts';

/**
 * Begins a chat whose server has the same tools, and asks its builder to write their code; it gets the code of the
 * repository as a file, which is data and no request.
 */
export async function recreateServer(
  repository: FoundRepository,
  server: ServerOfRepository,
  tools: readonly FoundTool[],
  signal: AbortSignal,
): Promise<Result<NewServer, RequestFailure>> {
  const { message, name, text } = toRecreation(repository, server, tools);
  const body = new Blob([text], { type: 'text/markdown' });
  const begun = await beginChat(message, undefined, { name, body, signal, onProgress: () => {} });
  if (!begun.ok) return begun;
  const made = await applyPlan(begun.value.id, toRecreatedEdits(server, tools));
  return made.ok ? succeed({ id: begun.value.id, notes: [] }) : made;
}

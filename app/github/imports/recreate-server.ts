import type { RequestFailure } from '#app/api-client/api-request.ts';
import { toRecreatedEdits } from '#app/blueprint/import/servers/to-recreated-edits.ts';
import type { FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';
import { beginChat } from '#app/chat/composer/begin-chat.ts';
import { applyPlan, createFromEdits } from '#app/drafts/create-from-edits.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { FoundRepository, ServerOfRepository } from './found-repository.ts';
import { hasLanguageModel } from './has-language-model.ts';
import type { NewServer } from './proxy-server.ts';
import { toRecreation } from './to-recreation.ts';

const NO_MODEL =
  'The tools are here without their code. Connect a language model, then import the repository again: it writes the code.';

/**
 * Begins a chat whose server has the same tools, and asks its builder to write their code; it gets the code of the
 * repository as a file, which is data and no request. Without a language model there are the tools alone: the
 * built-in builder writes no code, and would take that of the repository for requests.
 */
export async function recreateServer(
  repository: FoundRepository,
  server: ServerOfRepository,
  tools: readonly FoundTool[],
  signal: AbortSignal,
): Promise<Result<NewServer, RequestFailure>> {
  const edits = toRecreatedEdits(server, tools);
  if (!(await hasLanguageModel())) {
    const made = await createFromEdits(edits, 'mock');
    return made.ok ? succeed({ id: made.value.id, notes: [NO_MODEL] }) : made;
  }
  const { message, name, text } = toRecreation(repository, server, tools);
  const body = new Blob([text], { type: 'text/markdown' });
  const begun = await beginChat(message, undefined, { name, body, signal, onProgress: () => {} });
  if (!begun.ok) return begun;
  const made = await applyPlan(begun.value.id, edits, 'mock');
  return made.ok ? succeed({ id: begun.value.id, notes: [] }) : made;
}

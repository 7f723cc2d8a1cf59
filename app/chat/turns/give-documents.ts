import type { UIMessage } from 'ai';

import { listAskedRequests } from '#app/builder/tools/requests/asked-requests.ts';
import { followsPerson } from '#app/builder/models/follows-person.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import type { ChatAttachments } from '#app/chat/attachments/chat-attachments.server.ts';

import { toHistory } from './history.ts';
import { openFiles } from './open-files.ts';
import type { TurnTools } from './turn-tools.ts';

/** The conversation as the model is to read it; its workspace gets the documents that were given. */
export async function giveDocuments(
  stored: readonly UIMessage[],
  { model, workspace }: TurnTools,
  attachments: ChatAttachments,
): Promise<UIMessage[]> {
  const isWhole = followsPerson(model);
  const find = (id: string) => attachments.find(id);
  const load = (id: string) => workspace.ports.loadAttachment(id);
  const files = await openFiles(stored, isWhole, find, load);
  const history = toHistory(stored, isWhole, files);
  workspace.attachments = history.attachments;
  workspace.trust = isWhole ? null : new TurnTrust(history.messages, history.handed);
  workspace.asked = listAskedRequests(textOfQuestion(stored));
  return history.messages;
}

/** The person's words in the message that the turn answers. */
function textOfQuestion(stored: readonly UIMessage[]): string {
  const question = stored.findLast(({ role }) => role === 'user');
  const texts = question?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
  return texts.join('\n');
}

import { alignCut } from './align-cut.ts';
import { offerSecrets } from './offered-secrets.ts';

/** Offers what the server has cut out of texts that were sent to a chat. */
export function offerCut(chat: string, sent: readonly string[], kept: readonly string[]): void {
  const found = sent.flatMap((text, at) => alignCut(text, kept[at] ?? text));
  offerSecrets(chat, found);
}

import { offerSecrets } from '#app/chat/secrets/offered-secrets.ts';
import { cutTyped } from '#app/chat/secrets/cut-typed.ts';
import type { ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { requestDraft, type CreationOptions } from '#app/drafts/draft-client.ts';

/** A command carries the credentials of who copied it; other documents show examples. */
const COMMAND = /^[ \t]*\$?[ \t]*curl\s/m;

/** Creates a draft; credentials in pasted commands stay in the page, which offers them as its secrets. */
export async function requestImport(
  input: ComposerInput,
  options: CreationOptions,
): ReturnType<typeof requestDraft> {
  if (input.kind !== 'text' || !COMMAND.test(input.text)) return requestDraft(input, options);
  const safe = await cutTyped(input.text);
  const created = await requestDraft({ ...input, text: safe.text }, options);
  if (created.ok) offerSecrets(created.value.id, safe.found);
  return created;
}

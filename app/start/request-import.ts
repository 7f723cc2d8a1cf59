import type { RequestFailure } from '#app/api-client/api-request.ts';
import { offerSecrets } from '#app/chat/secrets/offered-secrets.ts';
import { cutTyped } from '#app/chat/secrets/cut-typed.ts';
import type { ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { toRepositoryImport } from '#app/drafts/documents/to-repository-import.ts';
import { requestDraft, type CreationOptions } from '#app/drafts/draft-client.ts';
import { succeed, type Result } from '#app/platform/result.ts';

/** A command carries the credentials of who copied it; other documents show examples. */
const COMMAND = /^[ \t]*\$?[ \t]*curl\s/m;

/** The page that an import leads to. */
export interface ImportedPlace {
  path: string;
}

/** Begins an import, and tells where it goes on: in the chat of a new draft, or with a repository's servers. */
export async function requestImport(
  input: ComposerInput,
  options: CreationOptions,
): Promise<Result<ImportedPlace, RequestFailure>> {
  const page = input.kind === 'url' ? toRepositoryImport(input.url) : null;
  if (page !== null) return succeed({ path: page });
  const created = await createDraft(input, options);
  return created.ok ? succeed({ path: `/chat/${created.value.id}` }) : created;
}

/** Creates a draft; credentials in pasted commands stay in the page, which offers them as its secrets. */
async function createDraft(
  input: ComposerInput,
  options: CreationOptions,
): ReturnType<typeof requestDraft> {
  if (input.kind !== 'text' || !COMMAND.test(input.text)) return requestDraft(input, options);
  const safe = await cutTyped(input.text);
  const created = await requestDraft({ ...input, text: safe.text }, options);
  if (created.ok) offerSecrets(created.value.id, safe.found);
  return created;
}

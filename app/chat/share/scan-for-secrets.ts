import type { UIMessage } from 'ai';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { findDocumented } from '#app/blueprint/readiness/documented-values.ts';
import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import { listReferences, readReference } from '#app/chat/attachments/stored-attachment.ts';
import { readTextFile } from '#app/chat/turns/turn-body.ts';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { toJsonPath } from '#app/platform/json-path.ts';

import type { SharedSecret, ShareScan } from './share-scan.ts';

/** Why what holds these is not made public. */
export function describeSecrets(secrets: readonly SharedSecret[]): string {
  const [first] = secrets;
  const found = first ? ` (${first.kind} in ${first.where})` : '';
  const [what, them] =
    secrets.length === 1
      ? [`something in it looks like a secret${found}`, 'it']
      : [`${secrets.length} texts in it look like secrets${found}`, 'them'];
  return `This chat was not made public: ${what}. Edit the message, rename the chat, or take ${them} out of the server; then share it.`;
}

/**
 * Scans the content that becomes public when a chat is shared for possible secrets.
 *
 * @param loadText the text of a stored file; null where it is none
 */
export async function scanForSecrets(
  { messages, listing, warnings }: SharedTexts,
  blueprint: Blueprint,
  loadText: (id: string) => Promise<string | null>,
): Promise<Pick<ShareScan, 'messages' | 'tools' | 'secrets' | 'examples'>> {
  const said: Found[] = [];
  for (const [index, message] of messages.entries()) {
    const where = `message ${index + 1}`;
    for (const { text } of textsOf(toScanned(message))) said.push(...find(text, where));
    // One after the other: together they would be too much to hold.
    for (const id of listReferences(message)) said.push(...find((await loadText(id)) ?? '', where));
  }
  const secrets = [
    ...findInTexts(listing),
    ...said,
    ...textsOf(blueprint).flatMap(({ text, path }) => find(text, toJsonPath(path))),
    ...textsOf(warnings).flatMap(({ text }) => find(text, 'warnings of the import')),
  ];
  const documented = findDocumented(blueprint, [...new Set(secrets.map(({ value }) => value))]);
  const isExample = ({ value }: Found) => documented.has(value);
  return {
    messages: messages.length,
    tools: blueprint.tools.length,
    secrets: toShown(secrets.filter((each) => !isExample(each))),
    examples: toShown(secrets.filter(isExample)),
  };
}

/** Possible secrets in the words of a listing. */
export function findInListing(listing: ShowcaseListing): SharedSecret[] {
  return toShown(findInTexts(listing));
}

function findInTexts({ title, summary, tags, author }: ShowcaseListing): Found[] {
  return [
    ...find(title, 'title'),
    ...find(summary, 'summary'),
    ...tags.flatMap((tag) => find(tag, 'tags')),
    ...find(author ?? '', 'author'),
  ];
}

/** The texts besides the blueprint that become public with a chat. */
interface SharedTexts {
  messages: readonly UIMessage[];
  listing: ShowcaseListing;
  warnings: readonly unknown[];
}

/** A finding with its value, which leaves this file only as its first characters. */
type Found = SharedSecret & { value: string };

/** Each finding once, without its value. */
function toShown(found: readonly Found[]): SharedSecret[] {
  const known = new Set<string>();
  return found.flatMap(({ where, kind, masked }) => {
    const key = `${where} ${kind} ${masked}`;
    return known.has(key) ? [] : (known.add(key), [{ where, kind, masked }]);
  });
}

/** Texts of files that stand in their message are encoded in their addresses. */
function toScanned({ parts }: UIMessage): unknown {
  return parts.map((part) => {
    if (part.type !== 'file') return part;
    return readReference(part) === null ? (readTextFile(part) ?? '') : (part.filename ?? '');
  });
}

function find(text: string, where: string): Found[] {
  return findSecrets(text).map(({ kind, shown, value }) => ({ where, kind, masked: shown, value }));
}

type Path = (string | number)[];

/** Every text in a JSON value, names of properties included. */
function textsOf(value: unknown, path: Path = []): { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsOf(item, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    { text: key, path },
    ...textsOf(item, [...path, key]),
  ]);
}

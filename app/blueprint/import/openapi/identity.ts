import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { isObject, listAt, objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { shortHash, toSafeName } from '#app/blueprint/import/safe-names.ts';
import { cleanText, cutAtWord, collapseSpaces } from '#app/blueprint/import/text/clean-text.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, ServerIdentity } from '#app/runtime/definition.ts';

const MAX_DESCRIPTION = 2_000;
const MAX_INSTRUCTIONS = 2_000;
const MAX_TAGS = 40;

/** Name and description of the server, from the document's `info`. */
export function readIdentity(run: ImportRun): ServerIdentity {
  const info = objectAt(run.root, 'info') ?? {};
  const place = at(null, 'info');
  const read = (key: string) => cleanText(textAt(info, key, place, run.warnings));
  const title = cutAtWord(collapseSpaces(read('title')), 200);
  const summary = collapseSpaces(read('summary'));
  const about = [summary, read('description')].filter((text) => text !== '').join('\n\n');
  if (about.length > MAX_DESCRIPTION) {
    run.warnings.add(
      'description',
      at(place, 'description'),
      `The description has ${about.length} characters; the server carries the first ${MAX_DESCRIPTION}.`,
    );
  }
  const identity: ServerIdentity = {
    name: serverName(run, title),
    version: toSemver(stringAt(info, 'version') ?? ''),
  };
  if (title !== '') identity.title = title;
  if (about !== '') identity.description = cutAtWord(about, MAX_DESCRIPTION);
  identity.instructions = instructions(run, info, title, about);
  const website = websiteOf(run.root, info);
  if (website !== null) identity.websiteUrl = website;
  return identity;
}

function serverName(run: ImportRun, title: string): string {
  const { name, isLossy } = toSafeName(title);
  const words = name
    .toLowerCase()
    .replace(/_+/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, 48)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (words !== '' && !isLossy) return words;
  if (words !== '') return `${words}-${shortHash(title)}`;
  const host = run.url !== null && URL.canParse(run.url) ? new URL(run.url).hostname : '';
  const safe = toSafeName(host).name.slice(0, 48);
  return safe || (title === '' ? 'api' : `api-${shortHash(title)}`);
}

/** A version in npm's and MCP's format: the API's own if valid, otherwise its numbers, if any. */
export function toSemver(version: string): string {
  const text = version.trim();
  const isSemver =
    /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;
  if (text.length <= 64 && isSemver.test(text)) return text;
  const numbers = /(\d{1,9})(?:[.-](\d{1,9}))?(?:[.-](\d{1,9}))?/.exec(text);
  if (!numbers) return '1.0.0';
  return [numbers[1], numbers[2], numbers[3]].map((part) => Number(part ?? 0)).join('.');
}

/** Instructions for a model before it uses any tool. */
function instructions(run: ImportRun, info: JsonObject, title: string, about: string): string {
  const version = stringAt(info, 'version');
  const name = title === '' ? 'this API' : title;
  const lines = [
    `Tools that call ${name}${version ? ` (version ${toVisible(version).slice(0, 64)})` : ''}, one for each operation.`,
  ];
  if (about !== '') lines.push(cutAtWord(about, 800));
  const tags = tagLines(run);
  if (tags.length > 0) lines.push(['Areas:', ...tags].join('\n'));
  const terms = stringAt(info, 'termsOfService');
  if (terms !== null && /^https?:\/\//.test(terms))
    lines.push(`Terms of service: ${toVisible(terms).slice(0, 300)}`);
  return cutAtWord(lines.join('\n\n'), MAX_INSTRUCTIONS);
}

function tagLines(run: ImportRun): string[] {
  return listAt(run.root, 'tags')
    .slice(0, MAX_TAGS)
    .flatMap((tag, index) => {
      if (!isObject(tag)) return [];
      const place = at(null, 'tags', index);
      const name = collapseSpaces(textAt(tag, 'name', place, run.warnings));
      const text = cutAtWord(
        collapseSpaces(cleanText(textAt(tag, 'description', place, run.warnings))),
        120,
      );
      if (name === '') return [];
      return [text === '' ? `- ${name}` : `- ${name}: ${text}`];
    });
}

function websiteOf(root: JsonObject, info: JsonObject): string | null {
  const docs = objectAt(root, 'externalDocs');
  const contact = objectAt(info, 'contact');
  for (const holder of [docs, contact]) {
    const url = holder ? own(holder, 'url') : undefined;
    if (
      typeof url === 'string' &&
      url.length <= 500 &&
      /^https?:\/\//.test(url) &&
      URL.canParse(url)
    )
      return url;
  }
  return null;
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { escapeMarkdown } from './escape-markdown.ts';
import type { NamedTool } from './tool-modules.ts';

/** Names that a line holds; a server can have a thousand tools. */
const MAX_NAMED = 40;
/** A version that means nothing in Markdown. */
const PLAIN_VERSION = /^[\w.+-]+$/;
/** Characters of a hash that tell two documents apart. */
const HASH_LENGTH = 12;

/**
 * Makes the project's changelog: what the version consists of, and which documents it was made from. Earlier
 * versions are in the project's own history.
 */
export function toChangelog(blueprint: Blueprint, tools: readonly NamedTool[]): string {
  const { identity, resources, prompts } = blueprint;
  const inCode = (name: string) => `\`${name}\``;
  const parts = [
    tell(
      'tool',
      tools.map(({ tool }) => inCode(tool.name)),
    ),
    tell(
      'resource',
      resources.map(({ uri }) => escapeMarkdown(uri)),
    ),
    tell(
      'prompt',
      prompts.map(({ name }) => inCode(name)),
    ),
    ...blueprint.sources.map(describeSource),
  ].filter((part) => part !== '');
  return [
    '# Changelog',
    '',
    'The newest version stands first. Generating the project again replaces the entry of its version: keep older',
    'entries below it, and say there what changed for those who call the tools.',
    '',
    `## ${PLAIN_VERSION.test(identity.version) ? identity.version : escapeMarkdown(identity.version)}`,
    '',
    ...(parts.length === 0 ? ['- Nothing is served yet.'] : parts.map((part) => `- ${part}`)),
    '',
  ].join('\n');
}

function tell(kind: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, MAX_NAMED);
  const rest = names.length - shown.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `${names.length} ${names.length === 1 ? kind : `${kind}s`}: ${shown.join(', ')}${more}`;
}

function describeSource({
  kind,
  format,
  title,
  version,
  url,
  hash,
}: Blueprint['sources'][number]): string {
  const name = [title ?? 'a document', version ?? ''].filter((text) => text !== '').join(' ');
  const where = url === undefined ? '' : `, from ${escapeMarkdown(url)}`;
  const type = [kind, format].filter((text) => text !== '').join(' ');
  return `Made from ${escapeMarkdown(name)} (${escapeMarkdown(type)}, SHA-256 ${hash.slice(0, HASH_LENGTH)}…)${where}`;
}

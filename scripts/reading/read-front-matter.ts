import { parse } from 'yaml';

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

/** The fields at the beginning of a text, between lines of `---`, and the text without them. */
export function readFrontMatter(source: string): { fields: unknown; body: string } {
  const found = FRONT_MATTER.exec(source);
  if (!found) throw new Error('The text begins with no front matter.');
  return { fields: parse(found[1] ?? ''), body: source.slice(found[0].length) };
}

import type { DocPage } from '#app/reading/article.ts';

/** A place in the documentation that fits a search. */
export interface DocHit {
  /** `/docs/limits#calls`. */
  to: string;
  page: string;
  /** The heading; empty: the beginning of the page. */
  section: string;
  excerpt: string;
}

const MOST_HITS = 20;
const MOST_WORDS = 8;
const EXCERPT = 160;

/** A section with its words in lower case. */
interface Section extends Omit<DocHit, 'excerpt'> {
  text: string;
  headingWords: string[];
  textWords: string[];
}

/** The documentation is the same for every search. */
const known = new WeakMap<readonly DocPage[], Section[]>();

/** Sections in which each word of a search begins a word; those with it in a heading come first. */
export function searchDocs(pages: readonly DocPage[], query: string): DocHit[] {
  const words = toWords(query).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const found = sectionsOf(pages).flatMap((section) => {
    const scores = words.map((word) => scoreWord(word, section));
    return scores.includes(0) ? [] : [{ section, score: scores.reduce((sum, n) => sum + n, 0) }];
  });
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ section: { to, page, section, text } }) => ({
      to,
      page,
      section,
      excerpt: cutExcerpt(text, words),
    }));
}

function sectionsOf(pages: readonly DocPage[]): Section[] {
  const before = known.get(pages);
  if (before) return before;
  const sections = pages.flatMap(({ slug, title: page, description, passages }) =>
    passages.map(({ id, title: section, text: below }) => {
      const text = id === '' ? `${description} ${below}`.trim() : below;
      return {
        to: `/docs/${slug}${id ? `#${id}` : ''}`,
        page,
        section,
        text,
        headingWords: toWords(`${page} ${section}`),
        textWords: toWords(text),
      };
    }),
  );
  known.set(pages, sections);
  return sections;
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A heading counts more than a text, and a text more the oftener a word is in it. */
function scoreWord(word: string, { headingWords, textWords }: Section): number {
  const starts = (all: string[]) => all.filter((each) => each.startsWith(word)).length;
  return starts(headingWords) * 10 + Math.min(5, starts(textWords));
}

/** The text around the first word that fits, cut at spaces. */
function cutExcerpt(text: string, words: readonly string[]): string {
  const parts = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const at = parts.find(([part]) => words.some((word) => part.toLowerCase().startsWith(word)));
  const middle = at?.index ?? 0;
  const from = middle < 60 ? 0 : text.indexOf(' ', middle - 60) + 1;
  const cut = text.slice(from, from + EXCERPT);
  const isCut = from + EXCERPT < text.length;
  const shown = isCut ? cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)) : cut;
  return `${from > 0 ? '… ' : ''}${shown}${isCut ? ' …' : ''}`;
}

/** An element of a text: its tag, its attributes, and what is in it. */
export interface TextElement {
  tag: string;
  props?: Record<string, string | number | boolean>;
  nodes?: TextNode[];
}

export type TextNode = string | TextElement;

/** A heading within a text, and where links to it point. */
export interface Heading {
  id: string;
  title: string;
  level: 2 | 3;
}

/** The words below one heading, for the search; those before the first have no id. */
export interface TextPassage {
  id: string;
  title: string;
  text: string;
}

/** A text that was compiled when the product was built (`scripts/articles.ts`). */
export interface Article {
  slug: string;
  title: string;
  description: string;
  nodes: TextNode[];
  headings: Heading[];
  passages: TextPassage[];
  /** Reading time, at 220 words a minute; code counts as words. */
  minutes: number;
}

/** An article of the blog. */
export interface Post extends Article {
  /** `2026-11-26`. */
  publishedOn: string;
  tags: string[];
  /** Path of the picture that is shown where the address is shared. */
  image: string;
}

/** A page of the documentation. */
export interface DocPage extends Article {
  /** The part of the navigation that it stands in. */
  group: string;
}

import { evaluate } from '@mdx-js/mdx';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import remarkGfm from 'remark-gfm';

import type { Article } from '#app/reading/article.ts';

import { ARTICLE_PARTS } from './article-parts.ts';
import { fillSnippets } from './fill-snippets.ts';
import { highlightCode } from './highlight-code.ts';
import { markHeadings, type Outline } from './mark-headings.ts';
import { toNodes } from './to-nodes.ts';
import type { TreeNode } from './tree.ts';

const WORDS_PER_MINUTE = 220;

interface Source {
  text: string;
  /** `md`: plain Markdown, where braces and angle brackets mean themselves. */
  format: 'mdx' | 'md';
  /** Folder of the project, where snippets are looked for. */
  root: string;
  /** Hears of each file that the text is made of besides its own. */
  onFile?: (file: string) => void;
  /** Changes the tree of a text that was written for another place. */
  adapt?: (tree: TreeNode) => void;
}

/** Compiles a text into values that a page renders: elements, outline, reading time. */
export async function compileArticle(
  source: Source,
): Promise<Pick<Article, 'nodes' | 'headings' | 'passages' | 'minutes'>> {
  const outline: Outline = { headings: [], passages: [] };
  const { text, format, root, onFile = () => {}, adapt = () => {} } = source;
  const { default: Content } = await evaluate(text, {
    ...runtime,
    format,
    remarkPlugins: [remarkGfm, fillSnippets({ root, onFile })],
    rehypePlugins: [() => adapt, highlightCode, markHeadings(outline)],
  });
  const nodes = toNodes(createElement(Content, { components: ARTICLE_PARTS }));
  const words = outline.passages.flatMap((each) =>
    `${each.title} ${each.text}`.trim().split(/\s+/),
  );
  const minutes = Math.max(1, Math.round(words.length / WORDS_PER_MINUTE));
  return { nodes: nodes.filter((node) => node !== '\n'), ...outline, minutes };
}

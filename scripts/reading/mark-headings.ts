import type { Heading, TextPassage } from '#app/reading/article.ts';

import { textOf, visitTree, type TreeNode } from './tree.ts';

/** What a text consists of, found while it is compiled. */
export interface Outline {
  headings: Heading[];
  passages: TextPassage[];
}

const LEVELS: Record<string, 2 | 3> = { h2: 2, h3: 3 };

/** Gives each heading an id, and collects headings and the words below them. */
export function markHeadings(outline: Outline) {
  return () => (tree: TreeNode) => {
    const taken = new Set<string>();
    let passage: TextPassage = { id: '', title: '', text: '' };
    outline.passages.push(passage);
    for (const node of tree.children ?? []) {
      const level = LEVELS[node.tagName ?? ''];
      if (!level) {
        passage.text = `${passage.text} ${wordsOf(node)}`.trim();
        continue;
      }
      const title = textOf(node);
      const id = toFreeId(title, taken);
      node.properties = { ...node.properties, id };
      outline.headings.push({ id, title, level });
      passage = { id, title, text: '' };
      outline.passages.push(passage);
    }
  };
}

/** The text in a node, where blocks are set apart by spaces. */
function wordsOf(node: TreeNode): string {
  const words: string[] = [];
  visitTree(node, (each) => {
    if (each.value) words.push(each.value);
    if (/^(p|li|td|th|pre|tr)$/.test(each.tagName ?? '')) words.push(' ');
  });
  return words.join('').replace(/\s+/g, ' ').trim();
}

function toFreeId(title: string, taken: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part';
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

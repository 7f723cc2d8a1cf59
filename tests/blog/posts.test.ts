import { readdirSync, readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';

import type { Article, DocPage, Post, TextNode } from '#app/reading/article.ts';

import { SNIPPETS } from '../../scripts/reading/fill-snippets.ts';
import { loadDocPages } from '../../scripts/reading/load-doc-pages.ts';
import { loadPosts } from '../../scripts/reading/load-posts.ts';

const READING = { root: process.cwd(), onFile: () => {} };
/** Pages of the documentation that are documents of the repository. */
const ADOPTED = ['readiness', 'benchmarks'];

let posts: Post[];
let docPages: DocPage[];

beforeAll(async () => {
  [posts, docPages] = await Promise.all([loadPosts(READING), loadDocPages(READING)]);
});

/** Values of an attribute in a text, and the words that are no code. */
function read(nodes: readonly TextNode[]): { links: string[]; words: number } {
  let words = 0;
  const links: string[] = [];
  const visit = (node: TextNode): void => {
    if (typeof node === 'string') words += node.split(/\s+/).filter(Boolean).length;
    else if (node.tag !== 'pre') {
      if (typeof node.props?.href === 'string') links.push(node.props.href);
      node.nodes?.forEach(visit);
    }
  };
  nodes.forEach(visit);
  return { links, words };
}

describe('the articles', () => {
  test('are six of 800 to 1,500 words, newest first, each with sources', () => {
    expect(posts).toHaveLength(6);
    expect(
      posts
        .map(({ publishedOn }) => publishedOn)
        .toSorted()
        .toReversed(),
    ).toEqual(posts.map(({ publishedOn }) => publishedOn));
    for (const { slug, nodes } of posts) {
      const { links, words } = read(nodes);
      expect(words, slug).toBeGreaterThanOrEqual(800);
      expect(words, slug).toBeLessThanOrEqual(1_500);
      expect(links.filter((to) => to.startsWith('https://')).length, slug).toBeGreaterThanOrEqual(
        5,
      );
    }
  });

  test('show code from files only, each of which a test runs or reads', () => {
    const sources = [
      ...readdirSync('app/blog/posts').map((name) => `app/blog/posts/${name}`),
      ...readdirSync('app/docs/pages').map((name) => `app/docs/pages/${name}`),
    ].map((file) => readFileSync(file, 'utf8'));
    const fences = sources.flatMap((text) => [...text.matchAll(/^```(\w+)(.*)$/gm)]);
    expect(fences.length).toBeGreaterThan(20);
    expect(fences.filter(([, , meta]) => !meta?.startsWith(' file='))).toEqual([]);
    const shown = new Set(fences.map(([, , meta]) => / file=([^#\s]+)/.exec(meta ?? '')?.[1]));
    const all = readdirSync(SNIPPETS, { recursive: true, encoding: 'utf8' });
    expect(all.filter((name) => /\.\w+$/.test(name) && !shown.has(name))).toEqual([]);
    const tests = readdirSync('tests/blog')
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(`tests/blog/${name}`, 'utf8'))
      .join('\n');
    expect([...shown].filter((name) => !tests.includes(String(name)))).toEqual([]);
  });
});

describe('articles and documentation', () => {
  /** Pages that are no article: the reference and the screens that texts link to. */
  const SCREENS = [
    '/',
    '/api-keys',
    '/client',
    '/docs/api',
    '/github',
    '/import',
    '/login',
    '/mcp',
    '/pricing',
    '/privacy',
  ];

  test('link to pages and headings that there are', () => {
    const known = new Map<string, Article>([
      ...posts.map((post) => [`/blog/${post.slug}`, post] as const),
      ...docPages.map((page) => [`/docs/${page.slug}`, page] as const),
    ]);
    expect(known.size).toBe(posts.length + docPages.length);
    for (const [path, { nodes }] of known) {
      for (const to of read(nodes).links.filter((link) => !link.startsWith('https:'))) {
        const [target = '', id] = to.split('#');
        const page = known.get(target || path);
        if (to.startsWith('/schemas/')) continue;
        if (!page) expect(SCREENS, `${path} links to ${to}`).toContain(target);
        else if (id)
          expect(
            page.headings.map((each) => each.id),
            `${path}: ${to}`,
          ).toContain(id);
      }
    }
  });

  test('have headings in order, and passages that hold all of their words', () => {
    for (const { slug, headings, passages, minutes } of [...posts, ...docPages]) {
      if (!ADOPTED.includes(slug)) expect(headings.length, slug).toBeGreaterThan(1);
      expect(headings[0]?.level, slug).toBe(2);
      expect(passages).toHaveLength(headings.length + 1);
      expect(minutes).toBeGreaterThan(0);
    }
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import type { DocPage } from '#app/reading/article.ts';

import { compileArticle } from './compile-article.ts';
import type { Reading } from './load-posts.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { visitTree, type TreeNode } from './tree.ts';

const PAGES = 'app/docs/pages';

/** The documentation in the order of its navigation. */
const GROUPS: readonly { name: string; pages: readonly string[] }[] = [
  { name: 'First steps', pages: ['start', 'concepts'] },
  { name: 'Import', pages: ['openapi', 'postman', 'curl', 'words', 'mcp-servers'] },
  { name: 'Endpoint', pages: ['endpoint', 'oauth', 'secrets'] },
  { name: 'Elsewhere', pages: ['github', 'coding-agents', 'self-hosting', 'command-line'] },
  { name: 'Reference', pages: ['limits', 'your-data', 'readiness', 'conformance', 'benchmarks'] },
];

/** Pages that are documents of the repository. */
const ADOPTED: Record<string, { file: string; title: string; description: string }> = {
  readiness: {
    file: 'docs/readiness.md',
    title: 'The readiness report',
    description: 'Every check of the readiness report: why it matters, how to fix it, its source.',
  },
  conformance: {
    file: 'tests/conformance/results.md',
    title: 'Conformance',
    description:
      'What the official conformance suite of MCP finds here, for servers and for the client.',
  },
  benchmarks: {
    file: 'tests/bench/results.md',
    title: 'Benchmarks',
    description: 'Figures of our benchmarks with their method: imports, lists, calls, start-up.',
  },
};

const Fields = z.strictObject({
  title: z.string().max(70),
  description: z.string().min(40).max(160),
});

/** The pages of the documentation, in the order of the navigation. */
export function loadDocPages(reading: Reading): Promise<DocPage[]> {
  return Promise.all(
    GROUPS.flatMap(({ name, pages }) => pages.map((slug) => loadPage(slug, name, reading))),
  );
}

async function loadPage(slug: string, group: string, { root, onFile }: Reading): Promise<DocPage> {
  const adopted = ADOPTED[slug];
  const file = path.join(root, adopted?.file ?? path.join(PAGES, `${slug}.mdx`));
  onFile(file);
  const source = readFileSync(file, 'utf8');
  if (adopted) {
    const { title, description } = adopted;
    const text = source.replace(/^# .*\n/, '');
    const compiled = await compileArticle({
      text,
      format: 'md',
      root,
      adapt: leaveRepository(adopted.file),
    });
    return { slug, title, description, group, ...compiled };
  }
  const { fields, body } = readFrontMatter(source);
  const compiled = await compileArticle({ text: body, format: 'mdx', root, onFile });
  return { slug, group, ...Fields.parse(fields), ...compiled };
}

/** Takes links to files of the repository and pictures out of a text; links to a page of ours lead there. */
function leaveRepository(own: string): (tree: TreeNode) => void {
  return (tree) =>
    visitTree(tree, (node) => {
      if (node.tagName === 'img') node.tagName = 'span';
      const to = node.tagName === 'a' ? String(node.properties?.href) : '';
      if (!to || /^(https?:|#|\/)/.test(to)) return;
      const linked = path.join(path.dirname(own), to);
      const page = Object.entries(ADOPTED).find(([, { file }]) => file === linked);
      if (page) node.properties = { href: `/docs/${page[0]}` };
      else Object.assign(node, { tagName: 'span', properties: {} });
    });
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod';

import type { Post } from '#app/reading/article.ts';

import { compileArticle } from './compile-article.ts';
import { readFrontMatter } from './read-front-matter.ts';

const POSTS = 'app/blog/posts';

const Fields = z.strictObject({
  title: z.string().max(70),
  description: z.string().min(50).max(160),
  publishedOn: z.iso.date(),
  tags: z.array(z.string().regex(/^[a-z-]+$/)).min(1),
});

/** What a text is compiled from, and who hears of the files. */
export interface Reading {
  root: string;
  onFile: (file: string) => void;
}

/** The articles of the blog, newest first; those of one day by title. */
export async function loadPosts({ root, onFile }: Reading): Promise<Post[]> {
  const folder = path.join(root, POSTS);
  const names = readdirSync(folder).filter((name) => name.endsWith('.mdx'));
  const posts = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      onFile(file);
      const { fields, body } = readFrontMatter(readFileSync(file, 'utf8'));
      const slug = name.slice(0, -'.mdx'.length);
      const known = Fields.parse(fields, { reportInput: true });
      const compiled = await compileArticle({ text: body, format: 'mdx', root, onFile });
      return { slug, ...known, image: `/share/${slug}.png`, ...compiled };
    }),
  );
  return posts.toSorted(
    (a, b) => b.publishedOn.localeCompare(a.publishedOn) || a.title.localeCompare(b.title),
  );
}

import type { Plugin } from 'vite';

import { loadDocPages } from './reading/load-doc-pages.ts';
import { loadPosts } from './reading/load-posts.ts';
import { drawShareImage } from './reading/share-image.ts';

const POSTS = 'virtual:posts';
const DOC_PAGES = 'virtual:doc-pages';
const KICKER = 'For people who build MCP servers';

/**
 * Provides `virtual:posts` and `virtual:doc-pages` (`app/virtual.d.ts`): articles and documentation, compiled to
 * plain values, and the pictures of the articles as files of the site.
 */
export function articles(): Plugin {
  let root = process.cwd();
  const quiet = { onFile: () => {} };
  return {
    name: 'articles',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => ([POSTS, DOC_PAGES].includes(id) ? `\0${id}` : undefined),
    async load(id) {
      const onFile = (file: string) => this.addWatchFile(file);
      if (id === `\0${POSTS}`) return toModule('posts', await loadPosts({ root, onFile }));
      if (id === `\0${DOC_PAGES}`)
        return toModule('docPages', await loadDocPages({ root, onFile }));
      return undefined;
    },
    configureServer({ middlewares }) {
      middlewares.use('/share', (request, response, next) => {
        const answer = async () => {
          try {
            const picture = await drawFor(`/share${request.url ?? ''}`);
            if (picture) response.setHeader('content-type', 'image/png').end(picture);
            else next();
          } catch (error) {
            next(error);
          }
        };
        void answer();
      });
      const drawFor = async (url: string) => {
        const post = (await loadPosts({ root, ...quiet })).find(({ image }) => image === url);
        return post ? drawShareImage({ kicker: KICKER, title: post.title }) : null;
      };
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { image, title } of await loadPosts({ root, ...quiet })) {
        const source = await drawShareImage({ kicker: KICKER, title });
        this.emitFile({ type: 'asset', fileName: image.slice(1), source });
      }
    },
  };
}

/** JSON in a text is parsed faster than as JavaScript, and only when the module is. */
function toModule(name: string, values: unknown) {
  const text = JSON.stringify(JSON.stringify(values));
  return { code: `export const ${name} = JSON.parse(${text});`, moduleType: 'js' as const };
}

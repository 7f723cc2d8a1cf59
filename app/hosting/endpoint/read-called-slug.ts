import { isSlug } from '#app/projects/slug.ts';

const CALLED = /^https?:\/\/[^/]+\/mcp\/([a-z0-9-]+)$/;

/** The name of the endpoint that a request posts to, in the usual form of its address; null: some other request. */
export function readCalledSlug({ method, url }: Pick<Request, 'method' | 'url'>): string | null {
  const slug = method === 'POST' ? CALLED.exec(url)?.[1] : undefined;
  return slug !== undefined && isSlug(slug) ? slug : null;
}

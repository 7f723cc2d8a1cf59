/** Stands where endpoints of projects have a slug: the builder's is at `/mcp` itself. */
export const BUILDER_SLUG = '';

/** Path of an endpoint by its slug. */
export function toEndpointAddress(slug: string): string {
  return slug === BUILDER_SLUG ? '/mcp' : `/mcp/${slug}`;
}

import { toToolListing } from '../listing/tool-listing.ts';
import type { ListedTool } from '../listing/tool-listing.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { Pages } from './pages.ts';

/** Keyed by the definition: a list of a thousand tools is split once, not per request. */
const knownPages = new WeakMap<ServedDefinition, Pages<ListedTool>>();

/** The tool list in pages, in the definition's order. */
export function listTools(served: ServedDefinition): Pages<ListedTool> {
  const pages = knownPages.get(served) ?? new Pages(toToolListing(served).tools, served.identity);
  knownPages.set(served, pages);
  return pages;
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { ListingReader, ToolListing } from './runtime/listing/tool-listing.ts';

/** The compiled modules: what the list is made of, and what makes it. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LIST_FILE = `${FOLDER}tool-list.json`;

/** Fewer tools are listed sooner than the modules are compared. */
const MIN_TOOLS = 100;

interface PrebuiltList {
  /** SHA-256 of the modules that it was made with. */
  modules: string;
  listing: ToolListing;
}

/** Keeps a long list beside the compiled modules, for {@link readPrebuiltList}. */
export function writePrebuiltList(listing: ToolListing): void {
  rmSync(LIST_FILE, { force: true });
  if (listing.tools.length < MIN_TOOLS) return;
  const built: PrebuiltList = { modules: hashModules(), listing };
  writeFileSync(LIST_FILE, JSON.stringify(built));
}

/**
 * Reads the list that `npm run build` made, which spares the first client the wait for it. Null where there is
 * none, or one of other modules: they were compiled again since.
 */
export const readPrebuiltList: ListingReader = () => {
  try {
    const built: PrebuiltList = JSON.parse(readFileSync(LIST_FILE, 'utf8'));
    return built.modules === hashModules() ? built.listing : null;
  } catch {
    return null;
  }
};

function hashModules(): string {
  const hash = createHash('sha256');
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.js')).sort()) {
    hash.update(`${name}\n`).update(readFileSync(FOLDER + name));
  }
  return hash.digest('hex');
}

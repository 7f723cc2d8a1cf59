import { writePrebuiltList } from './prebuilt-list.ts';
import { toToolListing } from './runtime/listing/tool-listing.ts';
import { toServedDefinition } from './runtime/served-definition.ts';
import { server } from './server.ts';

/** Runs after the compiler. Where no list can be made, the server says so to whoever asks for it. */
try {
  writePrebuiltList(toToolListing(toServedDefinition(server)));
} catch (error) {
  console.error(`There is no list of tools: ${String(error)}`);
}

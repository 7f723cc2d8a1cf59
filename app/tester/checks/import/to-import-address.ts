import { toPublicAddress } from '#app/tester/servers/public-address.ts';

/** The address of a server as a blueprint may hold it, which others can see, and what its owner has to know about that. */
export function toImportAddress(address: string): { url: string; notes: readonly string[] } {
  const { url, removed } = toPublicAddress(address);
  if (url === null) {
    const note =
      'The address of the server gives access by itself, and stands in the new one as it is: share neither it nor its files.';
    return { url: address, notes: [note] };
  }
  const notes = removed.map(
    (name) =>
      `The address had a credential (${name}), which was left out: set it as a secret of the new server.`,
  );
  // What is not left out stays as it was written.
  return removed.length === 0 ? { url: address, notes } : { url, notes };
}

import type { ServerTarget } from '#app/mcp-client/target.ts';

type Offer = Partial<ServerTarget> & { url: string };

let offer: Offer | null = null;

/**
 * Offers a server to the client, which the page goes to next. Unlike a link, which others may read, this hands over a
 * token as well; it is forgotten with the page.
 */
export function offerServer(server: Offer): void {
  offer = server;
}

/** The server that another page of the site has offered; null: none, or not this one. */
export function getOfferedServer(url: string): Offer | null {
  return offer !== null && offer.url === url ? offer : null;
}

const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/i;

/** Headers that only the network may set: in other hands they smuggle a second request. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.test(name);
}

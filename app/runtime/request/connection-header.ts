const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*)$/i;

/** Headers that only the network layer may set: otherwise they allow request smuggling. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.test(name);
}

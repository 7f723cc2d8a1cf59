/** The host of an origin, with its port: `https://host:port` has nothing else. */
export function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}

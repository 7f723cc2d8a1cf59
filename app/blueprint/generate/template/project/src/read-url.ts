/** Host and path of a request's URL, which is already normalised and needs no parser. */
export function readUrl(url: string): { host: string; pathname: string } {
  const [, host = '', pathname = '/'] = /^[^:]+:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? [];
  return { host, pathname };
}

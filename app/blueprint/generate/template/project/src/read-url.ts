/** Host and path of a request's URL, which whoever made it has normalised: no parser is needed. */
export function readUrl(url: string): { host: string; pathname: string } {
  const [, host = '', pathname = '/'] = /^[^:]+:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? [];
  return { host, pathname };
}

const CREDENTIAL =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie2?$|(?:^|[_-])(?:api[_-]?key|apikey|token|secret|password|passwd|session(?:[_-]?id)?|sid|access[_-]?key|private[_-]?key)$/i;

/** Whether a credential is sent under that name of a header, a cookie or in a query. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name);
}

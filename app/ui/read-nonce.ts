/** The nonce of this page's scripts: browsers hide it from the markup, not from scripts. */
export function readNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

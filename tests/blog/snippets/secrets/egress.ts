// #region egress
interface Upstream {
  baseUrl: string;
  /** For the origins that its owner has seen and confirmed. */
  secret: { name: string; origins: string[] };
}

export function createEgress(
  upstreams: Map<string, Upstream>,
  reveal: (name: string) => Promise<string>,
  send: typeof fetch,
) {
  return async (id: string, path: string): Promise<string> => {
    const upstream = upstreams.get(id);
    if (!upstream) throw new Error(`There is no upstream ${id}.`);
    const url = new URL(upstream.baseUrl + path);
    const { name, origins } = upstream.secret;
    if (
      url.origin !== new URL(upstream.baseUrl).origin ||
      !origins.includes(url.origin)
    ) {
      throw new Error(`The secret ${name} is not for ${url.origin}.`);
    }
    const value = await reveal(name);
    const response = await send(url, {
      headers: { authorization: `Bearer ${value}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    // APIs repeat requests in their errors, with the credentials.
    return text.replaceAll(value, '[redacted]');
  };
}
// #endregion

/** On whose behalf a request goes to somebody else's host. */
export interface HostCaller {
  /** Id of an account, or of a guest. */
  owner: string;
  /** It is an account. */
  isKept: boolean;
}

/**
 * Counts the requests to each host: those of one owner, so that nobody keeps others from an API, and, with a limit
 * ten times as high, all of them together, which spares the host. Guests and accounts share nothing: an owner
 * without an account is made with one request.
 */
export function limitHosts(
  env: Pick<Env, 'LIMIT_HOSTS' | 'LIMIT_ALL_HOSTS'>,
  { owner, isKept }: HostCaller,
): (host: string) => Promise<boolean> {
  const kind = isKept ? 'accounts' : 'guests';
  return async (host) => {
    // First their own: what exceeds it does not count for the others.
    const own = await env.LIMIT_HOSTS.limit({ key: `${owner}|${host}` });
    return own.success && (await env.LIMIT_ALL_HOSTS.limit({ key: `${kind}|${host}` })).success;
  };
}

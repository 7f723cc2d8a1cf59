import type { ServerTarget } from '#app/mcp-client/target.ts';

/** A header that proves who calls. */
export interface TargetCredential {
  header: string;
  isBearer: boolean;
  /** Empty where it is not known: a token of OAuth has an end, so that it is not handed on. */
  value: string;
}

/** The headers with which a server is called; the user's own Authorization wins. */
export function listTargetCredentials({ headers, auth }: ServerTarget): TargetCredential[] {
  const own = headers
    .filter(({ name, value }) => name !== '' && value !== '')
    .map(({ name, value }): TargetCredential => {
      const [, token] = /^Bearer\s+(\S+)$/i.exec(value) ?? [];
      const isBearer = name.toLowerCase() === 'authorization' && token !== undefined;
      return { header: name, isBearer, value: isBearer ? token : value };
    });
  const hasOwn = own.some(({ header }) => header.toLowerCase() === 'authorization');
  if (hasOwn || auth.kind === 'none') return own;
  const value = auth.kind === 'bearer' ? auth.token : '';
  return [{ header: 'authorization', isBearer: true, value }, ...own];
}

import type { Upstream } from '../definition.ts';
import { holdsSignature } from '../upstream/signing/sign-by-template.ts';

/** Values in the headers and the query of a request that prove its sender by a signature. */
export function signedProofs({ headers, url }: Request, { auth }: Upstream): string[] {
  const { searchParams } = new URL(url);
  const values = auth.flatMap((scheme) => {
    if (scheme.kind === 'awsSignature')
      return [headers.get('Authorization')?.split('Signature=')[1]];
    if (scheme.kind !== 'signature') return [];
    return scheme.send
      .filter(({ value }) => holdsSignature(scheme, value))
      .map(({ in: place, name }) => (place === 'header' ? headers : searchParams).get(name));
  });
  return values.filter((value) => value !== null && value !== undefined);
}

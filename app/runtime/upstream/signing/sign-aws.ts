import { percentEncode } from '../../request/percent-encode.ts';
import { hash, hmac, toHex, bytesOf } from './digest.ts';
import { setHeader } from './outgoing-parts.ts';
import type { OutgoingParts } from './outgoing-parts.ts';
import { joinSorted } from './signable-parts.ts';
import type { SecretValue } from './sign-by-template.ts';
import type { AwsSignatureScheme } from './signature-scheme.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Headers that are signed if they are sent; others may change on their way. */
const SIGNED = /^(?:content-type|content-md5|date|range|x-amz-.*)$/;

/**
 * Signs a request with AWS Signature Version 4, in place:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 *
 * @returns the signature.
 */
export async function signAws(
  scheme: AwsSignatureScheme,
  parts: OutgoingParts,
  secretOf: SecretValue,
  now: number,
): Promise<string[]> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = [day, scheme.region, scheme.service, 'aws4_request'];
  const bodyHash = toHex(await hash('SHA-256', parts.body ?? new Uint8Array(0)));
  setHeader(parts, 'X-Amz-Date', time);
  if (scheme.sessionTokenSecret !== undefined) {
    setHeader(parts, 'X-Amz-Security-Token', secretOf(scheme.sessionTokenSecret));
  }
  if (scheme.service === 's3') setHeader(parts, 'X-Amz-Content-Sha256', bodyHash);
  const headers = signedHeaders(parts);
  const names = headers.map(([name]) => name).join(';');
  const canonical = [
    parts.method,
    canonicalPath(parts.url, scheme.service),
    joinSorted([...parts.url.searchParams], percentEncode),
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const hashed = toHex(await hash('SHA-256', bytesOf(canonical)));
  let key = bytesOf(`AWS4${secretOf(scheme.secretAccessKeySecret)}`);
  for (const step of scope) key = await hmac('SHA-256', key, bytesOf(step));
  const message = [ALGORITHM, time, scope.join('/'), hashed].join('\n');
  const signature = toHex(await hmac('SHA-256', key, bytesOf(message)));
  const credential = [secretOf(scheme.accessKeyIdSecret), ...scope].join('/');
  const proof = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  setHeader(parts, 'Authorization', proof);
  return [signature];
}

function signedHeaders({ headers, url }: OutgoingParts): [name: string, value: string][] {
  const sent = [...headers].filter(([name]) => SIGNED.test(name));
  return [...sent, ['host', url.host] as const]
    .map(([name, value]): [string, string] => [name, value.trim().replace(/ +/g, ' ')])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Segments are encoded as they are sent, once more, and empty ones dropped; S3 has them encoded once. */
function canonicalPath({ pathname }: URL, service: string): string {
  const segments = pathname.split('/');
  if (service === 's3') return segments.map(encodeOnce).join('/');
  return segments
    .map((each) => percentEncode(each))
    .join('/')
    .replace(/\/{2,}/g, '/');
}

/** A segment in which all but the unreserved characters are encoded. */
function encodeOnce(segment: string): string {
  try {
    return percentEncode(decodeURIComponent(segment));
  } catch {
    return percentEncode(segment);
  }
}

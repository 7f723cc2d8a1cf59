import { createHash } from 'node:crypto';

import { Response, type Request } from 'miniflare';

/** Host of the list of passwords that leaked; the other one breaks it for one prefix of hashes. */
export const BREACHED_HOST = 'api.pwnedpasswords.com';

/** Passwords that the list has, and how often each leaked. */
export const BREACHED: Record<string, number> = { password1: 3_100_000, 'letmein now': 12 };

/** Its SHA-1 begins with a prefix for which the fake is away. */
export const UNANSWERED = 'nobody knows';

export const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

const PADDED = 800;

/**
 * Answers as https://haveibeenpwned.com/API/v3#PwnedPasswords says: 35 characters of each hash with that
 * prefix and a count, lines that end in CR LF; 400 for what is no prefix; with `Add-Padding: true` made-up
 * lines with a count of 0, so that there are 800 to 1,000.
 */
export function answerBreached(request: Request): Response {
  const prefix = /^\/range\/([0-9A-F]{5})$/i
    .exec(new URL(request.url).pathname)?.[1]
    ?.toUpperCase();
  if (prefix === undefined) {
    return new Response('The hash prefix was not in a valid format', { status: 400 });
  }
  if (sha1(UNANSWERED).startsWith(prefix)) return new Response('away', { status: 503 });
  const lines = Object.entries(BREACHED)
    .map(([password, count]) => ({ hash: sha1(password), count }))
    .filter(({ hash }) => hash.startsWith(prefix))
    .map(({ hash, count }) => `${hash.slice(5)}:${count}`);
  const isPadded = request.headers.get('add-padding') === 'true';
  for (let at = 0; isPadded && lines.length < PADDED; at += 1) {
    lines.push(`${sha1(`${prefix} ${at}`).slice(5)}:0`);
  }
  return new Response(lines.toSorted().join('\r\n'), { headers: { 'content-type': 'text/plain' } });
}

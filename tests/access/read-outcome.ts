import type { KnownDraft } from './draft-routes.ts';

/** How a request was answered; where that is none of the outcomes, its status and words. */
export async function readOutcome(
  answer: Response,
  gives: number,
  /** What is said about a draft that does not exist. */
  unknown: string,
): Promise<string> {
  const { status, headers } = answer;
  const text = await answer.text();
  if (withoutId(text) === withoutId(unknown)) return 'unknown';
  const challenge = headers.get('www-authenticate');
  if (status === 401 && text.includes('stale_session')) return 'stale';
  if (status === 401 && challenge === 'Bearer') return 'challenged';
  if (status === 401 && challenge?.includes('invalid_token')) return 'refused';
  if (status === 403) return 'forbidden';
  return status === gives ? 'in' : `${status} ${text.slice(0, 200)}`;
}

/** As {@link readOutcome}, for a page; `nothing` is the page of a draft that does not exist. */
export async function readPageOutcome(
  page: Response,
  { id, token }: KnownDraft,
  nothing: Response,
): Promise<string> {
  const [text, other] = [await page.text(), await nothing.text()];
  if (page.status === 200 && text.includes('upstream.example.net')) return 'in';
  const isAlike = page.status === nothing.status && toTitle(text) === toTitle(other);
  // Nothing but the address names the draft.
  const isBare =
    !text.includes(token) && text.split(id).length === other.split('0'.repeat(22)).length;
  if (!isAlike || !isBare) return `${page.status} ${toTitle(text)}`;
  return page.status === 200 ? 'stale' : page.status === 404 ? 'unknown' : `${page.status}`;
}

function toTitle(html: string): string {
  return /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
}

/** A problem without what differs from answer to answer. */
function withoutId(problem: string): string {
  return problem.replace(/"requestId":"\w+"/, '');
}

import type { Answer, Call } from './operation.ts';

const PER_PAGE = 30;
const MOST_PER_PAGE = 100;

/** The part of a list that is asked for, and the header that leads to the others. */
export function listPage<T>(
  { query, at }: Call,
  path: string,
  items: readonly T[],
): { items: T[]; headers: Record<string, string> } {
  const size = Math.min(MOST_PER_PAGE, toCount(query.get('per_page'), PER_PAGE));
  const page = toCount(query.get('page'), 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (number: number, rel: string) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return `<${at.api}${path}?${parameters}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

function toCount(text: string | null, fallback: number): number {
  const count = Number(text ?? '');
  return Number.isInteger(count) && count > 0 ? count : fallback;
}

/** Answers a plain list by pages. */
export function answerPage<T>(
  call: Call,
  path: string,
  items: readonly T[],
  present: (item: T) => object,
): Answer {
  const { items: shown, headers } = listPage(call, path, items);
  return { status: 200, body: shown.map(present), headers };
}

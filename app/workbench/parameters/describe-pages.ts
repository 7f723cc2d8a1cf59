import type { HttpPagination } from '#app/runtime/definition.ts';

/** One fact about the pagination of a tool: words, and the name or path that they are about. */
export interface PagingFact {
  name: string;
  words: string;
  code?: string;
}

/** How a list goes on after a page, fact by fact. */
export function describePages(pagination: HttpPagination): PagingFact[] {
  const { itemsPath, follow } = pagination;
  return [
    ...describeKind(pagination),
    itemsPath === undefined
      ? { name: 'Items', words: 'the answer itself, or its only list' }
      : { name: 'Items', words: 'at', code: itemsPath },
    {
      name: 'One call gets',
      words: follow === undefined ? 'one page' : `up to ${follow.maxPages} pages, joined`,
    },
  ];
}

function describeKind(pagination: HttpPagination): PagingFact[] {
  switch (pagination.kind) {
    case 'cursor':
      return [
        { name: 'Kind', words: 'cursor' },
        { name: 'Argument', words: '', code: pagination.argument },
        { name: 'Next cursor', words: 'at', code: pagination.nextPath },
      ];
    case 'page':
      return [
        { name: 'Kind', words: `page number, from ${pagination.first ?? 1}` },
        { name: 'Argument', words: '', code: pagination.argument },
      ];
    case 'offset':
      return [
        { name: 'Kind', words: `offset, from ${pagination.first ?? 0}` },
        { name: 'Argument', words: '', code: pagination.argument },
      ];
    case 'link':
      return [
        { name: 'Kind', words: 'link to the next page' },
        pagination.nextPath === undefined
          ? { name: 'Next link', words: 'in the Link header' }
          : { name: 'Next link', words: 'at', code: pagination.nextPath },
      ];
  }
}

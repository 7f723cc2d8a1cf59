import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

import type { Page, Pages } from './pages.ts';

/**
 * The page of a cursor, or the first without one.
 *
 * @throws ProtocolError for an unknown cursor.
 */
export function requirePage<Item>(pages: Pages<Item>, cursor: string | undefined): Page<Item> {
  const page = pages.at(cursor);
  if (page !== null) return page;
  const message = 'Invalid cursor: list from the start.';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

import type { SearchableOperation } from '#app/blueprint/rank-operations.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { nameOperations, toSelectableOperation } from './choose-operations.ts';
import type { ImportFailure } from './import-failure.ts';
import { openDocument } from './open-document.ts';
import { describeOperation } from './openapi/describe-operation.ts';
import { Warnings } from './warnings.ts';

export type ListOutcome = Result<{ operations: SearchableOperation[] }, ImportFailure>;

/**
 * Lists the operations of a document of any format, each under the name that its tool would get in a new
 * server. Nothing is made of them.
 */
export async function listDocument(
  document: string | Uint8Array<ArrayBuffer>,
  options: { url?: string } = {},
): Promise<ListOutcome> {
  const warnings = new Warnings();
  const opened = await openDocument(document, options, warnings);
  if (!opened.ok) return opened;
  const { run, previous, operations } = opened.value;
  return succeed({
    operations: nameOperations(operations, previous).map((named) => {
      const { pathItem, operation, method, path } = named.source;
      const texts = describeOperation(run, pathItem, operation, { method, path }, '');
      return { ...toSelectableOperation(named), ...texts };
    }),
  });
}

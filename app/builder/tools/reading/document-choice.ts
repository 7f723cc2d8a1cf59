import * as z from 'zod';

import type { Workspace } from '#app/builder/tools/workspace.ts';
import type { DocumentSource } from '#app/builder/tools/workspace-ports.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The fields by which a document is named. */
export const DOCUMENT_FIELDS = {
  text: z.string().optional(),
  url: z.string().max(2_048).optional(),
  template: z.string().max(64).optional(),
  attachment: z.string().max(200).optional().describe('Name of an attached document.'),
};

export interface DocumentChoice {
  text?: string | undefined;
  url?: string | undefined;
  template?: string | undefined;
  attachment?: string | undefined;
}

/** The document that exactly one of the fields names; null where none does. */
export function findDocument(
  { attachments }: Workspace,
  { text, url, template, attachment }: DocumentChoice,
): Result<DocumentSource | null, { reason: 'refused'; problems: PathProblem[] }> {
  const attached = attachment === undefined ? undefined : attachments.get(attachment);
  if (attachment !== undefined && attached === undefined) {
    const names = [...attachments.keys()];
    const there = names.length === 0 ? '' : ` There are: ${names.join(', ')}.`;
    const message = `No document named "${attachment}" is attached.${there}`;
    return fail({ reason: 'refused', problems: [{ path: '$.attachment', message }] });
  }
  const given: DocumentSource[] = [
    ...(text === undefined ? [] : [{ text }]),
    ...(url === undefined ? [] : [{ url }]),
    ...(template === undefined ? [] : [{ template }]),
    ...(attached === undefined
      ? []
      : [typeof attached === 'string' ? { text: attached } : attached]),
  ];
  const [document = null, ...others] = given;
  if (others.length === 0) return succeed(document);
  const message = 'Give exactly one of text, url, template and attachment.';
  return fail({ reason: 'refused', problems: [{ path: '$', message }] });
}

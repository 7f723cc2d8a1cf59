import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

/** Warnings that a model gets; the screen lists all. */
const MAX_WARNINGS = 10;

export const importDocument = defineTool({
  name: 'import_document',
  description:
    'Makes tools of an API description: an OpenAPI or Swagger document or cURL commands as text, the address of a document, a document that the person attached by its name, or a ready template by its id. Every operation becomes a tool; what is there already stays. Give exactly one of them.',
  input: z.strictObject({
    text: z.string().optional(),
    url: z.string().max(2_048).optional(),
    template: z.string().max(64).optional(),
    attachment: z.string().max(200).optional().describe('Name of an attached document.'),
  }),
  isUntrusted: true,
  async run({ text: words, url, template, attachment }, { workspace, onProgress }) {
    const attached = attachment === undefined ? undefined : workspace.attachments.get(attachment);
    if (attachment !== undefined && attached === undefined) {
      const message = `No document named "${attachment}" is attached.`;
      return { added: [], problems: [{ path: '$.attachment', message }] };
    }
    const given = [words, url, template, attached].filter((each) => each !== undefined);
    const text = words ?? attached;
    if (given.length !== 1) {
      const message = 'Give exactly one of text, url, template and attachment.';
      return { added: [], problems: [{ path: '$', message }] };
    }
    const document =
      text !== undefined ? { text } : url !== undefined ? { url } : { template: template ?? '' };
    const before = new Set(workspace.blueprint.tools.map(({ name }) => name));
    const imported = await workspace.ports.importInto(workspace.blueprint, document, onProgress);
    if (!imported.ok) return { added: [], problems: [{ path: '$', message: imported.message }] };
    workspace.replace(imported.blueprint);
    const tools = imported.blueprint.tools.map(({ name }) => name);
    return {
      added: tools.filter((name) => !before.has(name)),
      tools: tools.length,
      warnings: imported.warnings.slice(0, MAX_WARNINGS).map(({ message }) => message),
      problems: [],
    };
  },
});

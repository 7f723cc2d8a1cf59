import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

/** Warnings that a model gets; the screen lists all. */
const MAX_WARNINGS = 10;

const DocumentChoice = z.strictObject({
  text: z.string().optional(),
  url: z.string().max(2_048).optional(),
  template: z.string().max(64).optional(),
  attachment: z.string().max(200).optional().describe('Name of an attached document.'),
});

export const importDocument = defineTool({
  name: 'import_document',
  effect: 'changes',
  words: { now: 'Importing', done: 'Imported' },
  subject: ['url', 'template', 'attachment'],
  description:
    'Makes tools of an API description: an OpenAPI or Swagger document, a Postman collection or cURL commands as text, the address of a document, a document that the person attached by its name, or a ready template by its id. Every operation becomes a tool; what is there already stays. Give exactly one of them.',
  input: DocumentChoice,
  takesForeignText: true,
  exit({ url }, trust) {
    if (url === undefined || trust.hasGiven(url)) return null;
    return `Fetches ${url.slice(0, 200)} and imports what is there.`;
  },
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
    // What the model wrote itself may not name a host by the way.
    if (words === undefined || workspace.trust?.hasHanded(words)) {
      workspace.trustHosts(imported.blueprint);
    }
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

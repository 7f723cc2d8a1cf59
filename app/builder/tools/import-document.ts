import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { defineTool } from './builder-tool.ts';
import { asksForHost } from './guard/user-intent.ts';
import { ALLOW, ask, hostOf, type TurnWords, type Verdict } from './guard/verdict.ts';

/** Warnings that a model gets; the screen lists all. */
const MAX_WARNINGS = 10;

const DocumentChoice = z.strictObject({
  text: z.string().optional(),
  url: z.string().max(2_048).optional(),
  template: z.string().max(64).optional(),
  attachment: z.string().max(200).optional().describe('Name of an attached document.'),
});
type DocumentChoice = z.infer<typeof DocumentChoice>;

export const importDocument = defineTool({
  name: 'import_document',
  effect: 'changes',
  words: { now: 'Importing', done: 'Imported' },
  subject: ['url', 'template', 'attachment'],
  description:
    'Makes tools of an API description: an OpenAPI or Swagger document, a Postman collection or cURL commands as text, the address of a document, a document that the person attached by its name, or a ready template by its id. Every operation becomes a tool; what is there already stays. Give exactly one of them.',
  input: DocumentChoice,
  isUntrusted: true,
  takesForeignText: true,
  guard: guardImport,
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

/** Allows importing pasted text, and exactly the address that the user named. */
function guardImport(
  { said, pasted }: TurnWords,
  { text, url }: DocumentChoice,
  blueprint: Blueprint,
): Verdict {
  if (url !== undefined) {
    const host = hostOf(url);
    if (said.includes(url) || pasted.includes(url)) return ALLOW;
    if (host === null) return ALLOW;
    const isBare = !/[?#]/.test(url);
    return isBare && asksForHost(said, host) ? ALLOW : ask(`fetch ${url.slice(0, 200)}`);
  }
  if (text === undefined || blueprint.tools.length === 0) return ALLOW;
  const isTheirs = squeeze(`${said}\n${pasted}`).includes(squeeze(text));
  return isTheirs ? ALLOW : ask('import a document that you did not give');
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

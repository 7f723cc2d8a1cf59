import * as z from 'zod';

import { OperationSelector } from '#app/blueprint/operation-selector.ts';

import { defineTool } from './builder-tool.ts';
import { DOCUMENT_FIELDS, findDocument } from './reading/document-choice.ts';

/** Warnings that a model gets; the screen lists all. */
const MAX_WARNINGS = 10;
/** Names of new tools that an answer lists. */
const MAX_NAMES = 300;

const DocumentImport = z.strictObject({
  ...DOCUMENT_FIELDS,
  only: OperationSelector.optional().describe('Only these operations become tools; else all do.'),
});

export const importDocument = defineTool({
  name: 'import_document',
  effect: 'changes',
  words: { now: 'Importing', done: 'Imported' },
  subject: ['url', 'template', 'attachment'],
  description:
    'Makes tools of an API description: an OpenAPI or Swagger document, a Postman collection or cURL commands as text, the address of a document, a document that the person attached by its name, or a ready template by its id. Give exactly one of them. Every operation becomes a tool, or only those of a choice (search_operations finds them); importing again with another choice adds these. What is there already stays.',
  input: DocumentImport,
  takesForeignText: true,
  exit({ url }, trust) {
    if (url === undefined || trust.hasGiven(url)) return null;
    return `Fetches ${url.slice(0, 200)} and imports what is there.`;
  },
  async run({ only, ...choice }, { workspace, onProgress }) {
    const found = findDocument(workspace, choice);
    if (!found.ok) return { added: [], problems: found.problems };
    if (found.value === null) {
      const message = 'Give exactly one of text, url, template and attachment.';
      return { added: [], problems: [{ path: '$', message }] };
    }
    const { blueprint: before, ports } = workspace;
    const imported = await ports.importInto(before, found.value, onProgress, only);
    if (!imported.ok) return { added: [], problems: [{ path: '$', message: imported.message }] };
    const { blueprint, warnings, leftOut } = imported;
    // What the model wrote itself may not name a host by the way.
    if (choice.text === undefined || workspace.trust?.hasHanded(choice.text)) {
      workspace.trustHosts(blueprint);
    }
    workspace.replace(blueprint);
    const known = new Set(before.tools.map(({ name }) => name));
    const added = blueprint.tools.map(({ name }) => name).filter((name) => !known.has(name));
    return {
      changed: describeImport(added.length, blueprint.tools.length, leftOut),
      added: added.slice(0, MAX_NAMES),
      tools: blueprint.tools.length,
      warnings: warnings.slice(0, MAX_WARNINGS).map(({ message }) => message),
      problems: [],
    };
  },
});

function describeImport(added: number, tools: number, leftOut: number): string[] {
  const made = added === 1 ? '1 tool is added' : `${added} tools are added`;
  const listed =
    added > MAX_NAMES ? ` The first ${MAX_NAMES} are named; read_blueprint lists all.` : '';
  const rest = leftOut === 1 ? '1 operation is left out' : `${leftOut} operations are left out`;
  return [
    `${made}; the server has ${tools}.${listed}`,
    ...(leftOut > 0 ? [`${rest}: search_operations lists them, another import adds them.`] : []),
  ];
}

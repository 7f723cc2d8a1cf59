import * as z from 'zod';

import { OperationSelector } from '#app/blueprint/operation-selector.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import { defineTool } from './builder-tool.ts';
import { DOCUMENT_FIELDS, findDocument } from './reading/document-choice.ts';

/** Warnings that an answer tells. */
const MAX_WARNINGS = 10;
/** Names of new tools that an answer lists. */
const MAX_NAMES = 40;

const DocumentImport = z.strictObject({
  ...DOCUMENT_FIELDS,
  only: OperationSelector.optional().describe('These, as in search_operations; else all.'),
});

export const importDocument = defineTool({
  name: 'import_document',
  effect: 'changes',
  words: { now: 'Importing', done: 'Imported' },
  subject: ['url', 'template', 'attachment'],
  description:
    'Makes tools of an API description (OpenAPI, Swagger, a Postman collection or cURL commands), given as one of text, url, attachment and template. Another choice adds to it; imported again, a document brings up to date what nobody edited, and the answer names the edits that stay.',
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
    const { blueprint, warnings, leftOut, notes } = imported;
    // What the model wrote itself may not name a host by the way.
    if (choice.text === undefined || workspace.trust?.hasHanded(choice.text)) {
      await workspace.trustDocument(found.value, blueprint);
    }
    workspace.replace(blueprint);
    workspace.addWarnings(warnings);
    const known = new Set(before.tools.map(({ name }) => name));
    const added = blueprint.tools.map(({ name }) => name).filter((name) => !known.has(name));
    return {
      changed: [...describeImport(added.length, blueprint.tools.length, leftOut), ...notes],
      added: added.slice(0, MAX_NAMES),
      ...(added.length > MAX_NAMES
        ? { more: `${added.length - MAX_NAMES} more are added; read_blueprint lists all.` }
        : {}),
      tools: blueprint.tools.length,
      ...tellWarnings(warnings),
      problems: [],
    };
  },
});

function tellWarnings(warnings: readonly PathProblem[]): object {
  const left = warnings.length - MAX_WARNINGS;
  const shown = warnings.slice(0, MAX_WARNINGS).map(({ message }) => message);
  if (left <= 0) return { warnings: shown };
  const more = `${left} more warnings: read_blueprint tells all of them (parts: warnings).`;
  return { warnings: shown, moreWarnings: more };
}

function describeImport(added: number, tools: number, leftOut: number): string[] {
  const made = added === 1 ? '1 tool is added' : `${added} tools are added`;
  const rest = leftOut === 1 ? '1 operation is left out' : `${leftOut} operations are left out`;
  return [
    `${made}; the server has ${tools}.`,
    ...(leftOut > 0 ? [`${rest}: search_operations lists them, another import adds them.`] : []),
  ];
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';

/** A server with one API and two tools. */
export const SMALL = edit(
  BLANK_BLUEPRINT,
  { edit: 'setUpstream', id: 'api', baseUrl: 'https://api.example.com' },
  { edit: 'upsertTool', tool: toTool('get_user', '/users/{id}') },
  { edit: 'upsertTool', tool: toTool('get_order', '/orders/{id}') },
);

export function edit(blueprint: Blueprint, ...edits: object[]): Blueprint {
  const edited = applyEdits(blueprint, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return edited.value;
}

function toTool(name: string, path: string): Blueprint['tools'][number] {
  const id = { argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false } as const;
  return {
    name,
    enabled: true,
    inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    action: { kind: 'http', upstream: 'api', method: 'GET', path, parameters: [id], response: {} },
  };
}

/** What a report says before anything was looked at. */
export const UNREPORTED: Report = {
  score: null,
  verdict: { kind: 'unusable' },
  reason: 'Nothing could be checked.',
  points: 0,
  possible: 0,
  checks: [],
  checkedAt: '2026-10-12T00:00:00.000Z',
};

/** A workspace over the real generator; what runs a server is for the tests in workerd. */
export function openWorkspace(
  blueprint: Blueprint = SMALL,
  points: { number: number; changed: string[]; blueprint: Blueprint }[] = [],
): Workspace {
  let settled = blueprint;
  const elsewhere = () => Promise.reject(new Error('This runs in workerd.'));
  return new Workspace(blueprint, {
    loadAttachment: () => Promise.resolve(null),
    readExits: () => Promise.resolve({ environment: 'mock', isSet: () => false }),
    async importInto(before, document, _report, only) {
      if (!('text' in document)) return elsewhere();
      const imported = await importDocument(document.text, {
        previous: before,
        isAddition: true,
        ...(only ? { only } : {}),
      });
      return imported.ok
        ? { ok: true, ...imported.value }
        : { ok: false, message: imported.message };
    },
    async listOperations(document) {
      if (!('text' in document)) return elsewhere();
      const listed = await listDocument(document.text);
      return listed.ok ? { ok: true, ...listed.value } : { ok: false, message: listed.message };
    },
    setTitle: elsewhere,
    runTool: elsewhere,
    listSecrets: () => Promise.resolve([]),
    report: () => Promise.resolve(UNREPORTED),
    async settle(next) {
      const artifact = await makeArtifact(next);
      if (!artifact.ok) return [{ path: '$.tools', message: artifact.message }];
      settled = next;
      return [];
    },
    async readFile(path) {
      const artifact = await makeArtifact(settled);
      if (!artifact.ok) return null;
      return artifact.value.files.find((file) => file.path === path)?.text ?? null;
    },
    listPoints: () => points,
    loadPoint: (number) =>
      Promise.resolve(points.find((point) => point.number === number)?.blueprint ?? null),
  });
}

/** Calls a tool as a model would: by its name, its input checked. Only those that say so may change the draft. */
export async function callBuilderTool(
  workspace: Workspace,
  name: string,
  input: unknown,
): Promise<Record<string, unknown>> {
  const tool = findTool(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const call = tool.accept(input);
  if (!call.ok) throw call.error;
  const before = workspace.blueprint;
  const { signal } = new AbortController();
  const answer = await call.value.run({ workspace, signal, onProgress: () => undefined });
  if (tool.effect !== 'changes' && workspace.blueprint !== before) {
    throw new Error(`${name} changes the draft, which its effect does not say.`);
  }
  if (typeof answer !== 'object' || answer === null) throw new Error('A tool answers an object.');
  return { ...answer };
}

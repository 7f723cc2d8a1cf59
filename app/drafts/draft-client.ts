import {
  jsonRequest,
  readJsonAnswer,
  requestJson,
  sendRequest,
  toFailure,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { readEventStream } from '#app/api-client/event-stream.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { TakenChanges } from '#app/blueprint/import/import-changes.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { readJson } from '#app/platform/shape.ts';

import { BegunConnection, type ConnectionPlace } from './connections/connection.ts';
import type { ComposerInput } from './documents/composer-input.ts';
import {
  DRAFT_EVENTS,
  DraftFiles,
  DraftReport,
  DraftView,
  ImportPreview,
  NewChat,
  WholeBlueprint,
  type BlueprintSummary,
  type DraftFile,
  type DraftProgress,
  type SecretStatus,
} from './draft.ts';

export interface CreationOptions {
  signal: AbortSignal;
  onProgress: (progress: DraftProgress) => void;
}

/** Creates a draft from a document, an address or a template, and reports each step on the way. */
export async function requestDraft(
  input: ComposerInput,
  { signal, onProgress }: CreationOptions,
): Promise<Result<DraftView, RequestFailure>> {
  const sent = await sendRequest('/api/drafts', {
    method: 'POST',
    signal,
    ...toBody(input),
  });
  if (!sent.ok) return sent;
  const response = sent.value;
  const { body } = response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return body && isStream ? readCreation(body, onProgress) : readJsonAnswer(DraftView, response);
}

/** Follows the creation of a draft to its end. */
async function readCreation(
  body: NonNullable<Response['body']>,
  onProgress: (progress: DraftProgress) => void,
): Promise<Result<DraftView, RequestFailure>> {
  try {
    for await (const { event, data } of readEventStream(body)) {
      if (event === 'progress') {
        const progress = readJson(DRAFT_EVENTS.progress, data);
        if (progress !== null) onProgress(progress);
      }
      if (event === 'draft') {
        const draft = readJson(DRAFT_EVENTS.draft, data);
        return draft === null ? fail({ reason: 'unreadable' }) : succeed(draft);
      }
      if (event === 'problem') {
        const problem = readJson(DRAFT_EVENTS.problem, data);
        return fail(problem === null ? { reason: 'unreadable' } : { reason: 'problem', problem });
      }
    }
    return fail({ reason: 'network' });
  } catch (error) {
    return fail(toFailure(error));
  }
}

function toBody(input: ComposerInput): RequestInit {
  const accept = 'text/event-stream';
  switch (input.kind) {
    case 'url':
      return jsonRequest('POST', { url: input.url }, { accept });
    case 'template':
      return jsonRequest('POST', { template: input.id }, { accept });
    case 'words':
    case 'text':
      return { headers: { accept, 'content-type': 'text/plain;charset=utf-8' }, body: input.text };
    case 'file':
      return { headers: { accept, 'content-type': 'text/plain;charset=utf-8' }, body: input.body };
  }
}

/** Makes an empty chat, for who begins with words. */
export function createChat(): Promise<Result<{ id: string }, RequestFailure>> {
  return requestJson(NewChat, '/api/chats', jsonRequest('POST', {}));
}

/** The draft as the server has it now. */
export function getDraft(id: string): Promise<Result<DraftView, RequestFailure>> {
  return requestJson(DraftView, draftPath(id));
}

/** The blueprint of a draft that came with a summary of it. */
export function getBlueprint({
  url,
}: BlueprintSummary): Promise<Result<Blueprint, RequestFailure>> {
  return requestJson(WholeBlueprint, url);
}

/** A document to import into a draft: its text, or where it is. */
export type ImportedDocument = { url: string } | { body: Blob };

/** The changes that an import of a document would make to the revision that the page shows. */
export function getImportPreview(
  id: string,
  revision: number,
  document: ImportedDocument,
): Promise<Result<ImportPreview, RequestFailure>> {
  return requestJson(ImportPreview, `${draftPath(id)}/import?preview=1`, {
    method: 'POST',
    headers: { 'if-match': `"${revision}"` },
    body: toDocumentBody(document),
  });
}

/** Makes the chosen changes of an import that was previewed. */
export function sendImport(
  id: string,
  revision: number,
  document: ImportedDocument,
  choice: TakenChanges & { hash: string },
): Promise<Result<DraftView, RequestFailure>> {
  const form = new FormData();
  form.set('document', toDocumentBody(document), 'document');
  form.set('choice', JSON.stringify(choice));
  const headers = { 'if-match': `"${revision}"` };
  return requestJson(DraftView, `${draftPath(id)}/import`, { method: 'POST', headers, body: form });
}

function toDocumentBody(document: ImportedDocument): Blob {
  if ('body' in document) return document.body;
  return new Blob([JSON.stringify({ url: document.url })], { type: 'application/json' });
}

/** Sets or replaces the value of a secret that goes where the page says. */
export function putSecret(id: string, { name, origins }: SecretStatus, value: string) {
  return sendRequest(secretPath(id, name), jsonRequest('PUT', { value, origins }));
}

/** Says that a secret may go where the page says that its upstreams are now. */
export function confirmSecret(id: string, { name, origins }: SecretStatus) {
  return sendRequest(secretPath(id, name), jsonRequest('PUT', { confirm: true, origins }));
}

/** Begins to connect an API: the address where its owner signs in. */
export function startConnecting(
  id: string,
  place: ConnectionPlace,
): Promise<Result<BegunConnection, RequestFailure>> {
  return requestJson(BegunConnection, `${draftPath(id)}/connections`, jsonRequest('POST', place));
}

/** Forgets the value of a secret. */
export function deleteSecret(id: string, name: string) {
  return sendRequest(secretPath(id, name), { method: 'DELETE' });
}

/** The generated project, file by file. */
export function getFiles(id: string): Promise<Result<DraftFile[], RequestFailure>> {
  return requestJson(DraftFiles, `${draftPath(id)}/files`);
}

/** The readiness report of what the draft serves now; made where nobody has asked for it yet. */
export function getReport(id: string): Promise<Result<Report, RequestFailure>> {
  return requestJson(DraftReport, `${draftPath(id)}/report`);
}

/** Path of a picture of the report's score. */
export function badgePath(id: string): string {
  return `${draftPath(id)}/badge.svg`;
}

/** Where the generated project is downloaded from. */
export function zipPath(id: string): string {
  return `${draftPath(id)}/files.zip`;
}

export function draftPath(id: string): string {
  return `/api/drafts/${encodeURIComponent(id)}`;
}

function secretPath(id: string, name: string): string {
  return `${draftPath(id)}/secrets/${encodeURIComponent(name)}`;
}

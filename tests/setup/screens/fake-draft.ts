import { readFileSync } from 'node:fs';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { PointList } from '#app/chat/point-answers.ts';
import { DraftChange } from '#app/drafts/draft-change.ts';
import {
  DraftFiles,
  DraftReport,
  DraftView,
  ImportPreview,
  type DraftFile,
} from '#app/drafts/draft.ts';
import { readImport } from '#app/drafts/documents/read-import.server.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import type { Problem } from '#app/platform/problem.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createProtocol } from '#app/runtime/protocol/protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import { reportOf } from '../../readiness/running.ts';
import type { Answer } from './answer-requests.ts';

const TOKEN = 'mcpb_draft_of_a_test';

/** A draft as the screen of its server is given it, and what answers that screen. */
export interface FakeDraft {
  view: DraftView;
  /** As it is now, after the edits that were sent. */
  blueprint: () => Blueprint;
  /** Our API over the same core: import, edits, generation, report, and the endpoint over the mock. */
  answer: Answer;
}

const PETSTORE = readFileSync('tests/specs/petstore-3.0.json', 'utf8');

/** Imports a document as a draft of whoever looks at it, or of somebody else. */
export async function fakeDraft({
  document = PETSTORE,
  mayEdit = true,
  visibility,
  change: prepare = (blueprint) => blueprint,
}: {
  document?: string;
  mayEdit?: boolean;
  /** Default: private for its owner, unlisted for somebody else. */
  visibility?: DraftView['visibility'];
  change?: (blueprint: Blueprint) => Blueprint;
} = {}): Promise<FakeDraft> {
  const imported = await importDocument(document);
  if (!imported.ok) throw new Error(imported.message);
  const { warnings } = imported.value;
  const blueprint = prepare(imported.value.blueprint);
  let view: DraftView & { blueprint: Blueprint } = {
    id: 'draft-of-a-test',
    endpoint: '/mcp/d/draft-of-a-test',
    ...(mayEdit ? { token: TOKEN } : {}),
    mayEdit,
    blueprint,
    warnings,
    revision: 1,
    environment: 'mock',
    visibility: visibility ?? (mayEdit ? 'private' : 'unlisted'),
    secrets: mayEdit ? blueprint.secrets.map(toSecretStatus) : [],
    expiresAt: null,
    report: null,
  };

  async function change(request: Request): Promise<Response> {
    const { edits, environment } = DraftChange.parse(await request.json());
    const edited = edits ? applyEdits(view.blueprint, edits) : null;
    if (edited?.ok === false) return refuse(422, 'The edit is not valid.');
    view = {
      ...view,
      blueprint: edited?.value ?? view.blueprint,
      environment: environment ?? view.environment,
      revision: view.revision + 1,
    };
    return answerJson(DraftView, view);
  }

  /** Imports a document again, or tells what that would change. */
  async function importAgain(request: Request): Promise<Response> {
    const read = await readImport(request);
    if (!read.ok || read.value.submission.kind !== 'document') {
      return refuse(422, 'The document cannot be read.');
    }
    const { submission, choice } = read.value;
    const previous = view.blueprint;
    const again = await importDocument(submission.text, {
      previous,
      ...(choice ? { taken: choice } : {}),
    });
    if (!again.ok) return refuse(422, again.message);
    const { changes, notes, warnings: found } = again.value;
    if (new URL(request.url).searchParams.has('preview')) {
      return answerJson(ImportPreview, { changes, notes, warnings: found });
    }
    if (choice?.hash !== changes.hash) return refuse(409, 'The document has changed.');
    view = { ...view, blueprint: again.value.blueprint, revision: view.revision + 1 };
    return answerJson(DraftView, view);
  }

  const api = `/api/drafts/${view.id}`;
  return {
    view,
    blueprint: () => view.blueprint,
    answer: (request) => {
      switch (`${request.method} ${new URL(request.url).pathname}`) {
        case `GET ${api}`:
          return answerJson(DraftView, view);
        case `PATCH ${api}`:
          return change(request);
        case `POST ${api}/import`:
          return importAgain(request);
        case `GET ${api}/files`:
          return answerJson(DraftFiles, generate(view.blueprint).map(toDraftFile));
        case `GET ${api}/report`:
          return reportOf(view.blueprint).then((report) => answerJson(DraftReport, report));
        case `GET ${chatPath(view.id, '/points')}`:
          return answerJson(PointList, {
            points: [],
            current: 0,
            stored: { bytes: 12 * 1_048_576, limit: 256 * 1_048_576 },
          });
        case `POST ${view.endpoint}`:
          return callEndpoint(view.blueprint, request);
        default:
          return undefined;
      }
    },
  };
}

/** The runtime over the mock upstream, with the mark that the gateway puts on such answers. */
function callEndpoint(blueprint: Blueprint, request: Request): Promise<Response> {
  const definition = toServerDefinition(blueprint, new Map());
  const fetch = createMockFetch(definition);
  const answer = createProtocol({
    served: toServedDefinition(definition),
    runTool: async (call, client) => {
      const result = await runTool(definition, call, { ...client, fetch });
      return { ...result, _meta: { ...result._meta, 'mcp-builder/mock': true } };
    },
    hosts: ['localhost'],
    origins: [],
    sessions: async () => null,
  });
  return answer(request);
}

/** A problem document. */
export function refuse(status: number, detail: string): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: 'refused',
    status,
    detail,
    requestId: 'request-of-a-test',
  };
  return Response.json(problem, { status });
}

function toDraftFile({ path, text }: { path: string; text: string }): DraftFile {
  return { path, text, size: new TextEncoder().encode(text).byteLength };
}

function toSecretStatus({ name }: Blueprint['secrets'][number]): DraftView['secrets'][number] {
  return { name, isSet: false, needsConfirmation: false, origins: [] };
}

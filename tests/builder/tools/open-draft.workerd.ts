import { env } from 'cloudflare:workers';

import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { createDraftPorts } from '#app/chat/turns/draft-ports.server.ts';
import { addPoint } from '#app/drafts/restore-points.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { succeed } from '#app/platform/result.ts';

import { makeApp } from '../../setup/app-of-isolate.workerd.ts';

/** The workspace of a draft of its own: real generator, real isolates, real reports. */
export async function openDraft(): Promise<Workspace> {
  const app: AppContext = { ...makeApp(), nonce: 'n', origin: 'http://localhost' };
  const warnings = await storeDocument(env.BLOBS, 'warnings', []);
  const stores = { bucket: env.BLOBS, loader: env.LOADER };
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) throw new Error(content.reason);
  let head: DraftHead = {
    ...content.value,
    id: randomId(),
    owner: 'somebody',
    revision: 1,
    environment: 'mock',
    createdAt: 0,
    expiresAt: null,
  };
  let points = addPoint([], { content: head, by: 'beginning', message: null, changed: [] }, 0);
  const ports = createDraftPorts(app, {
    head: () => head,
    change: async (next) => {
      head = { ...head, ...next, revision: head.revision + 1 };
      points = addPoint(points, { content: head, by: 'turn', message: null, changed: [] }, 0);
      return succeed(head);
    },
    points: () => points,
    rename: () => Promise.resolve(),
  });
  return new Workspace(BLANK_BLUEPRINT, ports);
}

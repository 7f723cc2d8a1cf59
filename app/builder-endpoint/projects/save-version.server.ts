import * as z from 'zod';

import { findKeyDraft } from '#app/builder-endpoint/drafts/find-key-draft.server.ts';
import { ADDS, defineAgentTool } from '#app/builder-endpoint/agent-tool.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed } from '#app/platform/result.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';
import { findPlace, keepProject } from '#app/projects/save-project.server.ts';
import { keepVersion } from '#app/projects/save-version.server.ts';
import { toSavedDraft } from '#app/projects/saved-draft.server.ts';
import { toProjectView } from '#app/projects/view-project.server.ts';
import { toListedVersion } from '#app/projects/view-version.server.ts';

/** Saves a draft, as a new project or as the next version of the one that it belongs to. */
export const saveDraft = defineAgentTool({
  name: 'save_version',
  title: 'Save a version',
  description:
    'Saves a draft as an immutable version: of the project that it was opened from or saved into, else of a new project. Refused where the project has a newer version than the one that the draft began with. Nothing is served until publish_version.',
  annotations: ADDS,
  isCostly: true,
  input: z.strictObject({
    draft: z.string().describe('Id of the draft.'),
    title: z.string().trim().min(1).max(120).optional().describe('Of a new project.'),
    message: z.string().trim().max(500).optional().describe('What this version changes.'),
    secrets: z
      .enum(['copy', 'none'])
      .default('copy')
      .describe('copy: the secrets of the draft become test secrets of the project.'),
  }),
  async run({ draft, title, message, secrets }, { app, request, caller }) {
    const found = await findKeyDraft({ app, caller }, draft);
    if (!found.ok) return found;
    const head = found.value;
    const saved = await toSavedDraft(app, head);
    if (head.base === undefined) {
      if (caller.projects !== 'all') return fail({ reason: 'chosenProjects' });
      const place = await findPlace(app, request, caller, { slug: undefined, account: undefined });
      if (!place.ok) return place;
      const kept = { title: title ?? titleOf(head), slug: undefined, message, secrets };
      const made = await keepProject(app, request, caller, saved, kept, place.value);
      if (!made.ok) return made;
      return succeed({ project: toProjectView(made.value.project), version: 1, isNew: true });
    }
    const project = await findProjectOf(app, caller, head.base.project);
    if (!project.ok) return project;
    const kept = { id: randomId(), base: head.base.version, message, secrets };
    const made = await keepVersion(app, project.value, saved, kept);
    if (!made.ok) return made;
    const { version, isNew } = made.value;
    const row = project.value.project;
    return succeed({ project: row.id, version: toListedVersion(version, row), isNew });
  },
});

function titleOf({ about }: DraftHead): string {
  return about?.title ?? 'Server';
}

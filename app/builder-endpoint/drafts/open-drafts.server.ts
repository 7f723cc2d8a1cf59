import * as z from 'zod';

import {
  ADDS,
  defineAgentTool,
  READS,
  type AgentUse,
} from '#app/builder-endpoint/agent-tool.server.ts';
import { createBlankDraft } from '#app/drafts/documents/create-blank-draft.server.ts';
import { createDraft } from '#app/drafts/documents/create-draft.server.ts';
import { listRecentDrafts } from '#app/drafts/draft-index.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { loadWarnings, readDraft } from '#app/drafts/store.server.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { findAccount } from '#app/projects/account/find-account.server.ts';
import { continueVersion } from '#app/projects/continue-version.server.ts';
import { findProjectOf, findVersionIn } from '#app/projects/find-project.server.ts';
import type { ProjectProblem } from '#app/projects/project-problem.server.ts';
import { templates } from '#app/templates/templates.ts';

/** Warnings of an import that an answer tells. */
const MAX_WARNINGS = 20;
const MAX_DRAFTS = 30;

const Source = {
  document: z
    .string()
    .min(1)
    .optional()
    .describe('Text of an OpenAPI or Swagger document, a Postman collection or cURL commands.'),
  url: z.string().min(1).max(2_048).optional().describe('Where such a document is, on https.'),
  template: z
    .enum(templates.map(({ id }) => id))
    .optional()
    .describe('A ready server to begin with.'),
};

/** Tools that open servers under construction. */
export const OPENING_TOOLS = [
  defineAgentTool({
    name: 'create_draft',
    title: 'Start a new server',
    description:
      'Starts a server as a draft: from an API document (its text or its address), from a template, or blank with a title. Then change it with upsert_tool and the other tools, check it with run_checks, try it with call_tool, and keep it with save_version. Use open_project to change a server that is saved.',
    annotations: ADDS,
    isCostly: true,
    input: z.strictObject({
      ...Source,
      title: z.string().trim().min(1).max(120).optional().describe('Of a blank server.'),
    }),
    async run({ document, url, template, title }, use) {
      const { app, caller } = use;
      if (caller.projects !== 'all') return fail({ reason: 'chosenProjects' });
      if ([document, url, template, title].filter((each) => each !== undefined).length !== 1) {
        const message = 'Give exactly one of document, url, template and title.';
        return fail({ reason: 'problems', problems: [{ path: '$', message }] });
      }
      const found = await findAccount(app, caller, undefined, 'editor');
      if (!found.ok) return found;
      const draft = { id: randomId(), owner: found.value.account, isKept: true };
      const report = ({ step }: { step: string }) => void use.client.progress(0, undefined, step);
      const made =
        title !== undefined
          ? await createBlankDraft(app, draft, title)
          : await createDraft(app, draft, toSubmission({ document, url, template }), report);
      return made.ok ? describeDraft(use, made.value) : made;
    },
  }),
  defineAgentTool({
    name: 'open_project',
    title: 'Open a saved server',
    description:
      'Opens a version of a project as a draft, with its test secrets, so that it can be changed. Nothing of the project changes until save_version.',
    annotations: ADDS,
    isCostly: true,
    input: z.strictObject({
      project: z.string().describe('Id, from list_projects.'),
      version: z.int().min(1).optional().describe('Default: the latest.'),
    }),
    async run({ project, version }, use) {
      const { app, caller } = use;
      const found = await findProjectOf(app, caller, project, 'editor');
      if (!found.ok) return found;
      const chosen = await findVersionIn(app, found.value, version ?? found.value.project.latest);
      if (!chosen.ok) return chosen;
      const opened = await continueVersion(app, chosen.value);
      if (!opened.ok) return opened;
      const head = await readDraft(app.env, opened.value);
      return head.ok ? describeDraft(use, head.value) : head;
    },
  }),
  defineAgentTool({
    name: 'list_drafts',
    title: 'List drafts',
    description:
      'Lists servers under construction, those changed last first: what create_draft and open_project made, and what was begun in the chat.',
    annotations: READS,
    input: z.strictObject({}),
    async run(_input, { app, caller }) {
      const found = await findAccount(app, caller, undefined, 'viewer');
      if (!found.ok) return found;
      const { projects } = caller;
      const rows = await listRecentDrafts(app.env.DB, found.value.account, projects, MAX_DRAFTS);
      return succeed({ drafts: rows });
    },
  }),
];

type Source = { [Name in keyof typeof Source]?: string | undefined };

function toSubmission({ document = '', url, template }: Source) {
  if (url !== undefined) return { kind: 'url' as const, url };
  if (template !== undefined) return { kind: 'template' as const, template };
  return { kind: 'document' as const, text: document };
}

/** A draft as its opener is told of it. */
async function describeDraft(
  { app }: Pick<AgentUse, 'app'>,
  head: DraftHead,
): Promise<Result<object, ProjectProblem>> {
  const warnings = await loadWarnings(app.env, head);
  const { id, revision, about } = head;
  return succeed({
    draft: id,
    revision,
    title: about?.title ?? null,
    tools: about?.tools ?? 0,
    toolNames: about?.toolNames ?? [],
    chat: `${app.origin}/chat/${id}`,
    endpoint: `${app.origin}/mcp/d/${id}`,
    warnings: warnings.slice(0, MAX_WARNINGS).map(({ message }) => message),
    moreWarnings: Math.max(0, warnings.length - MAX_WARNINGS),
  });
}

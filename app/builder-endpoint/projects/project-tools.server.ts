import * as z from 'zod';

import { CHANGES, defineAgentTool, READS } from '#app/builder-endpoint/agent-tool.server.ts';
import { CallFilterQuery } from '#app/hosting/calls/call-query.ts';
import { viewCalls } from '#app/hosting/calls/view-calls.server.ts';
import { publishChecked } from '#app/hosting/publish-checked.server.ts';
import { succeed } from '#app/platform/result.ts';
import { diffVersions } from '#app/projects/diff-versions.server.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { unpublish } from '#app/projects/endpoint/publish-version.server.ts';
import { findProjectOf, findVersionIn } from '#app/projects/find-project.server.ts';
import { ProjectQuery } from '#app/projects/project-query.ts';
import { listVersions } from '#app/projects/version-store.server.ts';
import { toListedVersion } from '#app/projects/view-version.server.ts';
import { toProjectView, viewProjects } from '#app/projects/view-project.server.ts';

const project = z.string().describe('Id of the project, from list_projects.');
const CALLS = 30;

/** Tools that look at saved servers, publish them, and show how they are used. */
export const PROJECT_TOOLS = [
  defineAgentTool({
    name: 'list_projects',
    title: 'List saved servers',
    description:
      'Lists the servers that are saved as projects, 30 a page, those changed last first, with what each publishes. Use it to find the id of a project.',
    annotations: READS,
    input: z.strictObject(ProjectQuery.omit({ archived: true }).shape),
    run: async (query, { app, request, caller }) => {
      const page = await viewProjects(app, request, caller, query);
      return page.ok ? succeed(page.value) : page;
    },
  }),
  defineAgentTool({
    name: 'get_project',
    title: 'View a saved server',
    description:
      'Returns a project: its latest versions with their readiness, what its endpoint serves and to whom, and the address of that endpoint.',
    annotations: READS,
    input: z.strictObject({ project }),
    async run(input, { app, caller }) {
      const found = await findProjectOf(app, caller, input.project, 'viewer');
      if (!found.ok) return found;
      const row = found.value.project;
      const [page, endpoint] = await Promise.all([
        listVersions(app.env.DB, row.id, undefined),
        toEndpointStub(app.env, row.id).readEndpoint(),
      ]);
      const versions = page.versions.map((each) => toListedVersion(each, row));
      const view = toProjectView(row, endpoint);
      return succeed({ ...view, endpoint: `${app.origin}${view.endpoint}`, versions });
    },
  }),
  defineAgentTool({
    name: 'compare_versions',
    title: 'Compare two versions',
    description:
      'Compares two versions of a project from the point of view of its callers: tools added, removed, renamed and changed, breaking changes marked. Use it before publish_version.',
    annotations: READS,
    isCostly: true,
    input: z.strictObject({
      project,
      version: z.int().min(1),
      from: z.int().min(1).describe('The earlier version.'),
    }),
    async run({ version, from, ...input }, { app, caller }) {
      const found = await findProjectOf(app, caller, input.project, 'viewer');
      const chosen = found.ok ? await findVersionIn(app, found.value, version) : found;
      return chosen.ok ? diffVersions(app, chosen.value, from) : chosen;
    },
  }),
  defineAgentTool({
    name: 'publish_version',
    title: 'Publish a version',
    description:
      'Publishes a version at the endpoint of its project, everywhere within 30 seconds; an earlier version rolls back. Clients of the endpoint get other tools from then on. Refused where the lowest score or the saved tests of the project do not let the version through.',
    annotations: { ...CHANGES, openWorldHint: true },
    isCostly: true,
    input: z.strictObject({ project, version: z.int().min(1) }),
    async run({ version, ...input }, { app, request, caller }) {
      const found = await findProjectOf(app, caller, input.project);
      return found.ok ? publishChecked(app, request, found.value, { version }) : found;
    },
  }),
  defineAgentTool({
    name: 'unpublish',
    title: 'Take an endpoint offline',
    description: 'Takes the endpoint of a project offline, everywhere within 30 seconds.',
    annotations: { ...CHANGES, openWorldHint: true },
    input: z.strictObject({ project }),
    async run(input, { app, caller }) {
      const found = await findProjectOf(app, caller, input.project);
      return found.ok ? succeed(await unpublish(app, found.value)) : found;
    },
  }),
  defineAgentTool({
    name: 'list_calls',
    title: 'List calls of an endpoint',
    description: `Lists the last ${CALLS} calls of the endpoint of a project, the newest first: tool, version, how each ended, and how long it took. Use it to find out why calls fail.`,
    annotations: READS,
    input: z.strictObject({
      project,
      ...CallFilterQuery.pick({ tool: true, end: true }).shape,
    }),
    async run({ project: id, ...filter }, { app, caller }) {
      const found = await findProjectOf(app, caller, id, 'viewer');
      if (!found.ok) return found;
      return succeed(await viewCalls(app, found.value.project, { ...filter, limit: CALLS }));
    },
  }),
];

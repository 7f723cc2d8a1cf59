import { NamedCallPage, UsageView } from '#app/hosting/calls/call-entry.ts';
import { CallQuery } from '#app/hosting/calls/call-query.ts';
import { viewCalls } from '#app/hosting/calls/view-calls.server.ts';
import { viewUsage } from '#app/hosting/calls/view-usage.server.ts';
import { defineOperation } from '#app/management/operation.server.ts';
import { succeed } from '#app/platform/result.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';

import { InProject } from './inputs.server.ts';

/** Calls of an endpoint: the log and the usage. */
export const CALL_OPERATIONS = [
  defineOperation({
    id: 'listCalls',
    tag: 'Calls',
    method: 'GET',
    path: '/projects/:projectId/calls',
    summary: 'List calls of an endpoint',
    description:
      'Lists the last calls of the endpoint of a project, the newest first: tool, key, version, how each ended, time and sizes. Use it to find out why calls fail. Arguments are kept only where the owner has turned that on, results never.',
    params: InProject,
    query: CallQuery,
    answer: { status: 200, description: 'A page of calls.', schema: NamedCallPage },
    problems: [404],
    run: async ({ app, caller, params, query }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'viewer');
      if (!found.ok) return found;
      return succeed({ value: await viewCalls(app, found.value.project, query) });
    },
  }),
  defineOperation({
    id: 'getUsage',
    tag: 'Calls',
    method: 'GET',
    path: '/projects/:projectId/usage',
    summary: 'View usage',
    description:
      'Returns calls, errors and latencies of the last 24 hours by hour and by tool, and how many calls the plan has left today.',
    params: InProject,
    answer: { status: 200, description: 'The usage.', schema: UsageView },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'viewer');
      if (!found.ok) return found;
      return succeed({ value: await viewUsage(app, found.value.project, { hours: 24 }) });
    },
  }),
];

import { defineOperation } from '#app/management/operation.server.ts';
import { succeed } from '#app/platform/result.ts';
import { changeProject } from '#app/projects/change-project.server.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import { publishChecked } from '#app/hosting/publish-checked.server.ts';
import { unpublish } from '#app/projects/endpoint/publish-version.server.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';
import { EndpointChange, NewPublication } from '#app/projects/project-change.ts';

import { InProject } from './inputs.server.ts';

/** The endpoint of a project: what is served, and to whom. */
export const ENDPOINT_OPERATIONS = [
  defineOperation({
    id: 'getEndpoint',
    tag: 'Endpoint',
    method: 'GET',
    path: '/projects/:projectId/endpoint',
    summary: 'View an endpoint',
    description:
      'Returns what the endpoint of a project serves, who may call it, and every version that was published before. Use it to find the version to roll back to.',
    params: InProject,
    answer: { status: 200, description: 'The endpoint.', schema: EndpointView },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'viewer');
      if (!found.ok) return found;
      return succeed({
        value: await toEndpointStub(app.env, found.value.project.id).readEndpoint(),
      });
    },
  }),
  defineOperation({
    id: 'updateEndpoint',
    tag: 'Endpoint',
    method: 'PATCH',
    path: '/projects/:projectId/endpoint',
    summary: 'Change who may call an endpoint',
    description:
      'Changes the visibility of an endpoint. It is in force everywhere within 30 seconds. public lets everybody call it without a key, with the secrets of the project.',
    params: InProject,
    body: EndpointChange,
    answer: { status: 200, description: 'The endpoint as it is now.', schema: EndpointView },
    problems: [404, 409, 422],
    run: async ({ app, request, caller, params, body }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'owner');
      if (!found.ok) return found;
      const changed = await changeProject(app, request, found.value, body);
      if (!changed.ok) return changed;
      const stub = toEndpointStub(app.env, params.projectId);
      return succeed({ value: changed.value.endpoint ?? (await stub.readEndpoint()) });
    },
  }),
  defineOperation({
    id: 'publishVersion',
    tag: 'Endpoint',
    method: 'POST',
    path: '/projects/:projectId/publication',
    summary: 'Publish a version, or roll back',
    description:
      'Publishes a version at the endpoint of its project, everywhere within 30 seconds. To roll back, pass the number of a version that was published before. With a share, only that share of callers gets it until it is promoted, or rolled back because it fails more often. Responds with 409 and the reason if the project’s lowest score or its saved tests refuse the version, and with 403 if the plan has no room for another private endpoint.',
    params: InProject,
    body: NewPublication,
    answer: { status: 200, description: 'The endpoint as it is now.', schema: EndpointView },
    problems: [404, 409, 422],
    run: async ({ app, request, caller, params, body }) => {
      const found = await findProjectOf(app, caller, params.projectId);
      if (!found.ok) return found;
      const published = await publishChecked(app, request, found.value, body);
      return published.ok ? succeed({ value: published.value }) : published;
    },
  }),
  defineOperation({
    id: 'unpublish',
    tag: 'Endpoint',
    method: 'DELETE',
    path: '/projects/:projectId/publication',
    summary: 'Take an endpoint offline',
    description:
      'Ends serving at the endpoint of a project, everywhere within 30 seconds. Its versions stay, and publishVersion brings it back.',
    params: InProject,
    answer: { status: 200, description: 'The endpoint as it is now.', schema: EndpointView },
    problems: [404, 409],
    run: async ({ app, caller, params }) => {
      const found = await findProjectOf(app, caller, params.projectId);
      if (!found.ok) return found;
      const ended = await unpublish(app, found.value);
      return ended.ok ? succeed({ value: ended.value }) : ended;
    },
  }),
];

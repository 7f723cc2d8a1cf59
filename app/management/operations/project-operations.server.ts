import { loadWarnings } from '#app/drafts/store.server.ts';
import { SavedProjectAnswer } from '#app/management/answers.ts';
import { defineOperation } from '#app/management/operation.server.ts';
import { fail, succeed } from '#app/platform/result.ts';
import { changeProject, closeProject, reopenProject } from '#app/projects/change-project.server.ts';
import { findAnyProjectOf, findProjectOf } from '#app/projects/find-project.server.ts';
import { importProject } from '#app/projects/import-project.server.ts';
import { ImportedProject, ProjectSettings } from '#app/projects/project-change.ts';
import { ProjectQuery } from '#app/projects/project-query.ts';
import { ProjectPage, ProjectView } from '#app/projects/project.ts';
import { loadVersion } from '#app/projects/version-store.server.ts';
import { toListedVersion } from '#app/projects/view-version.server.ts';
import { toProjectView, viewProjects } from '#app/projects/view-project.server.ts';

import { DeleteQuery, InProject } from './inputs.server.ts';

/** A document of 25 MB, and what JSON makes of it. */
export const MAX_DOCUMENT_BODY_BYTES = 26 * 1_048_576;

/** Projects: listed, created from documents, changed, deleted. */
export const PROJECT_OPERATIONS = [
  defineOperation({
    id: 'listProjects',
    tag: 'Projects',
    method: 'GET',
    path: '/projects',
    summary: 'List projects',
    description:
      'Lists the projects that the key can access, 30 a page, those changed last first. Use it to find the id of a project by its title or slug. Archived projects are listed only when asked for.',
    query: ProjectQuery,
    answer: { status: 200, description: 'A page of projects.', schema: ProjectPage },
    problems: [],
    run: async ({ app, request, caller, query }) => {
      const page = await viewProjects(app, request, caller, query);
      return page.ok ? succeed({ value: page.value }) : page;
    },
  }),
  defineOperation({
    id: 'createProject',
    tag: 'Projects',
    method: 'POST',
    path: '/projects',
    summary: 'Create a project',
    description:
      'Imports an API document, by its text or its address, or takes a blueprint, and saves the server as a new project with version 1. Nothing is served until publishVersion is called. Use createVersion to import into a project that exists. A key that is limited to chosen projects cannot create one.',
    body: ImportedProject,
    answer: { status: 201, description: 'The new project.', schema: SavedProjectAnswer },
    problems: [404, 409, 413, 422],
    isIdempotent: true,
    isCostly: true,
    maxBytes: MAX_DOCUMENT_BODY_BYTES,
    run: async ({ app, request, caller, body }) => {
      if (caller.projects !== 'all') return fail({ reason: 'chosenProjects' });
      const saved = await importProject(app, request, caller, body);
      if (!saved.ok) return saved;
      const { project, isNew } = saved.value;
      const first = await loadVersion(app.env.DB, project.id, 1);
      if (first === null) return fail({ reason: 'unknownVersion', version: 1 });
      const warnings = await loadWarnings(app.env, first);
      const version = toListedVersion(first, project);
      const value = { project: toProjectView(project), version, warnings };
      return succeed({ value, isNew, location: `/projects/${project.id}` });
    },
  }),
  defineOperation({
    id: 'getProject',
    tag: 'Projects',
    method: 'GET',
    path: '/projects/:projectId',
    summary: 'View a project',
    description:
      'Returns one project: its title, the path of its endpoint, its latest and its published version, and its readiness.',
    params: InProject,
    answer: { status: 200, description: 'The project.', schema: ProjectView },
    problems: [404],
    run: async ({ app, caller, params }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'viewer');
      return found.ok ? succeed({ value: toProjectView(found.value.project) }) : found;
    },
  }),
  defineOperation({
    id: 'updateProject',
    tag: 'Projects',
    method: 'PATCH',
    path: '/projects/:projectId',
    summary: 'Change a project',
    description:
      'Changes the title of a project, its slug, the rules that a version must pass to be published (lowest score, saved tests), or whether it is archived. Fields that are absent stay as they are. A new slug changes the address of the endpoint: clients of the old one get 404 within 30 seconds.',
    params: InProject,
    body: ProjectSettings,
    answer: { status: 200, description: 'The project as it is now.', schema: ProjectView },
    problems: [400, 404, 409, 422],
    run: async ({ app, request, caller, params, body }) => {
      // As on the screens: a new address is for who may delete the project, too.
      const role = body.slug === undefined ? 'editor' : 'owner';
      const found = await findProjectOf(app, caller, params.projectId, role);
      if (!found.ok) return found;
      const changed = await changeProject(app, request, found.value, body);
      return changed.ok ? succeed({ value: toProjectView(changed.value.project) }) : changed;
    },
  }),
  defineOperation({
    id: 'deleteProject',
    tag: 'Projects',
    method: 'DELETE',
    path: '/projects/:projectId',
    summary: 'Delete a project',
    description:
      'Deletes a project with all of its versions and takes its endpoint offline. undeleteProject takes that back within 24 hours. While its endpoint serves something, confirm has to be its slug.',
    params: InProject,
    query: DeleteQuery,
    answer: { status: 204, description: 'The project is deleted.' },
    problems: [404, 409],
    run: async ({ app, caller, params, query }) => {
      const found = await findProjectOf(app, caller, params.projectId, 'owner');
      if (!found.ok) return found;
      const closed = await closeProject(app, found.value.project, query.confirm);
      return closed.ok ? succeed({ value: null }) : closed;
    },
  }),
  defineOperation({
    id: 'undeleteProject',
    tag: 'Projects',
    method: 'POST',
    path: '/projects/:projectId/undelete',
    summary: 'Undo the deletion of a project',
    description:
      'Brings a project back that was deleted within the last 24 hours, with its versions and its endpoint as they were.',
    params: InProject,
    answer: { status: 204, description: 'The project is there again.' },
    problems: [404, 409],
    run: async ({ app, request, caller, params }) => {
      const found = await findAnyProjectOf(app, caller, params.projectId, 'owner');
      if (!found.ok) return found;
      const kept = await reopenProject(app, request, found.value);
      return kept.ok ? succeed({ value: null }) : kept;
    },
  }),
];

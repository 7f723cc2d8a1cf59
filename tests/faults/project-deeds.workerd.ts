import { env } from 'cloudflare:workers';

import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';

import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { document, type Deed } from './deeds.workerd.ts';

/** A version is published, which changes the project's object and rows of the database. */
export const publish: Deed = {
  name: 'a version is published',
  async begin() {
    const owner = await ProjectOwner.signIn();
    const { id } = await owner.saveProject(await owner.draft(document()));
    return {
      ask: () => owner.send('POST', `/api/projects/${id}/publication`, { version: 1 }),
      count: async () => (await toEndpointStub(env, id).readEndpoint()).history.length,
    };
  },
};

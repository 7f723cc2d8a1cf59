import type { RouteRequest } from './draft-routes.ts';

/** A project of the tests that has a version and serves nothing, as a key reaches it. */
export interface ManagedProject {
  id: string;
  secret: string;
}

/** How a key stands to a project. */
export type KeyRole =
  /** May manage it. */
  | 'manages'
  /** May manage other projects: of another account, or of this one without this project. */
  | 'elsewhere'
  /** May call its endpoint only. */
  | 'callsOnly'
  /** Is revoked, expired, made up or no key at all. */
  | 'refused';

export interface ManagementRoute extends RouteRequest<ManagedProject> {
  /** The status for who may manage the project. */
  gives: number;
  /** The status for who may manage others; absent: 404, as for what does not exist. */
  givesElsewhere?: number;
  /** What a manager does after each request, so that the next one finds the project as it was. */
  after?: RouteRequest<ManagedProject>;
}

const PROJECT = '/api/v1/projects/:projectId';
const VERSION = `${PROJECT}/versions/:number`;
const id = (known: ManagedProject) => ({ projectId: known.id });
const version = (known: ManagedProject) => ({ ...id(known), number: '1' });
const secrets = (known: ManagedProject) => ({ ...id(known), environment: 'live' });
const secret = (known: ManagedProject) => ({ ...secrets(known), name: known.secret });

const undelete = { route: `POST ${PROJECT}/undelete`, path: id };

/** Every route of the management API that needs a key. */
export const MANAGEMENT_ROUTES: ManagementRoute[] = [
  { route: 'GET /api/v1/projects', gives: 200, givesElsewhere: 200 },
  // Says nothing to import.
  { route: 'POST /api/v1/projects', body: {}, gives: 422, givesElsewhere: 422 },
  { route: `GET ${PROJECT}`, path: id, gives: 200 },
  { route: `PATCH ${PROJECT}`, path: id, body: { title: 'A title' }, gives: 200 },
  { route: `GET ${PROJECT}/versions`, path: id, gives: 200 },
  {
    route: `POST ${PROJECT}/versions`,
    path: id,
    body: { blueprint: {} },
    // No blueprint.
    gives: 422,
  },
  { route: `GET ${VERSION}`, path: version, gives: 200 },
  { route: `GET ${VERSION}/blueprint`, path: version, gives: 200 },
  { route: `GET ${VERSION}/files`, path: version, gives: 200 },
  { route: `GET ${VERSION}/files.zip`, path: version, gives: 200 },
  { route: `GET ${VERSION}/diff`, path: version, query: '?from=1', gives: 200 },
  { route: `GET ${PROJECT}/endpoint`, path: id, gives: 200 },
  { route: `PATCH ${PROJECT}/endpoint`, path: id, body: { visibility: 'keys' }, gives: 200 },
  { route: `POST ${PROJECT}/publication`, path: id, body: { version: 1 }, gives: 200 },
  { route: `DELETE ${PROJECT}/publication`, path: id, gives: 200 },
  { route: `GET ${PROJECT}/secrets/:environment`, path: secrets, gives: 200 },
  {
    route: `PUT ${PROJECT}/secrets/:environment/:name`,
    path: secret,
    body: { value: 'a value of the secret' },
    gives: 200,
  },
  { route: `DELETE ${PROJECT}/secrets/:environment/:name`, path: secret, gives: 204 },
  { route: `GET ${PROJECT}/calls`, path: id, gives: 200 },
  { route: `GET ${PROJECT}/usage`, path: id, gives: 200 },
  { route: `DELETE ${PROJECT}`, path: id, gives: 204, after: undelete },
  // It need not be deleted.
  { ...undelete, gives: 204 },
];

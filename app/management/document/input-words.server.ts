import { NewSecretValue } from '#app/drafts/draft-change.ts';
import { CallQuery } from '#app/hosting/calls/call-query.ts';
import {
  CompareQuery,
  DeleteQuery,
  InProject,
  OfEnvironment,
  OfSecret,
  OfVersion,
  VersionPageQuery,
} from '#app/management/operations/inputs.server.ts';
import {
  EndpointChange,
  ImportedProject,
  ImportedVersion,
  NewPublication,
  ProjectSettings,
} from '#app/projects/project-change.ts';
import { ProjectQuery } from '#app/projects/project-query.ts';

import { describeFields } from './describe-fields.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Weather, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /forecast:
    get:
      operationId: getForecast
      responses: { "200": { description: The forecast. } }
`;

const PROJECT_ID = [
  'Id of the project, as returned by listProjects.',
  '5Kd0vXrW1mHqYz3TbN8cLp',
] as const;
const ENVIRONMENT = [
  'live for calls of the published endpoint, test for trials in chats that continue a version.',
  'live',
] as const;
const SOURCE = {
  document: [
    'Text of an OpenAPI document (2.0 to 3.2, JSON or YAML), a Postman collection or cURL commands. Give one of document, url and blueprint.',
    DOCUMENT,
  ],
  url: [
    'Public https address of such a document, which is fetched once. Give one of document, url and blueprint.',
    'https://api.example.com/openapi.json',
  ],
  blueprint:
    'A whole blueprint, as returned by getBlueprint. Give one of document, url and blueprint.',
  message: ['A sentence about this version, for people.', 'Invoices can be searched'],
} as const;

describeFields(InProject, {}, { projectId: PROJECT_ID });
describeFields(
  OfVersion,
  {},
  { projectId: PROJECT_ID, number: ['Number of the version, as returned by listVersions.', 4] },
);
describeFields(OfEnvironment, {}, { projectId: PROJECT_ID, environment: ENVIRONMENT });
describeFields(
  OfSecret,
  {},
  {
    projectId: PROJECT_ID,
    environment: ENVIRONMENT,
    name: ['Name of the secret, as returned by listSecrets.', 'BILLING_API_KEY'],
  },
);
describeFields(
  ProjectQuery,
  {},
  {
    q: ['Only projects whose title or slug contains this text.', 'billing'],
    sort: ['Order: updated and created begin with the latest, title with A.', 'updated'],
    cursor: 'Value of next in the page before; absent: the first page.',
    archived: ['1 lists the archived projects, and only those.', '1'],
  },
);
describeFields(
  DeleteQuery,
  {},
  { confirm: ['Slug of the project; needed while its endpoint serves.', 'billing-x4kd'] },
);
describeFields(
  VersionPageQuery,
  {},
  { before: ['Only versions below this number: next of the page before.', 101] },
);
describeFields(
  CompareQuery,
  {},
  { from: ['Number of the version to compare with, usually the published one.', 3] },
);
describeFields(
  CallQuery,
  {},
  {
    tool: ['Only calls of this tool.', 'list_invoices'],
    end: ['Only calls that ended like this.', 'upstreamStatus'],
    key: ['Only calls with the key or app of this id.', 'k7Fq'],
    version: ['Only calls that this version served.', 3],
    since: ['Only calls from this time on, in milliseconds since 1970.', 1_795_000_000_000],
    until: ['Only calls before this time, in milliseconds since 1970.', 1_795_003_600_000],
    before: ['Only calls below this id: next of the page before.', '01JDQ3V5W8'],
    after: ['Only calls that arrived after this number: tail of the page before.', 4_210],
    limit: ['Calls in a page; absent: 50.', 50],
  },
);

describeFields(
  ImportedProject,
  {
    id: 'NewProject',
    description: 'The server to save as a project.',
    examples: [{ url: 'https://api.example.com/openapi.json', title: 'Billing' }],
  },
  {
    ...SOURCE,
    title: ['Name that people see; absent: the title of the document.', 'Weather'],
    slug: ['Name in the address of the endpoint; absent: made of the title.', 'weather'],
  },
);
describeFields(
  ImportedVersion,
  {
    id: 'NewVersion',
    description: 'The server to save as the next version.',
    examples: [{ url: 'https://api.example.com/openapi.json', base: 3 }],
  },
  {
    ...SOURCE,
    base: ['Number of the version that it is based on; absent: the latest one.', 4],
  },
);
describeFields(
  ProjectSettings,
  {
    id: 'ProjectSettings',
    description: 'What is changed; at least one of them.',
    examples: [{ minScore: 80 }],
  },
  {
    title: ['Name that people see.', 'Billing'],
    slug: [
      'Name in the address of the endpoint. Clients have to be changed: the former address is gone within 30 seconds.',
      'billing',
    ],
    isTestGated: ['Whether a failing saved test blocks publishing.', true],
    minScore: ['Versions below this score are not published; null: no minimum.', 80],
    isArchived: ['Archived projects go on serving, and are left out of lists.', false],
  },
);
describeFields(
  EndpointChange,
  {
    id: 'EndpointChange',
    description: 'What is changed about an endpoint.',
    examples: [{ visibility: 'keys' }],
  },
  { visibility: null },
);
describeFields(
  NewPublication,
  { id: 'NewPublication', description: 'The version to serve.', examples: [{ version: 4 }] },
  {
    version: ['Number of the version.', 4],
    share: ['Callers that get it, in percent; absent: all.', 10],
    promoteAfter: [
      'With a share: it is promoted automatically after this many calls unless it fails more often; null or absent: never automatically.',
      1_000,
    ],
    isPromotion: ['Only if a share of the callers gets this version now.', false],
  },
);
describeFields(
  NewSecretValue,
  {
    id: 'NewSecretValue',
    description: 'The value of a secret.',
    examples: [{ value: 'sk_live_…' }],
  },
  {
    value: ['The value itself. It is never returned.', 'sk_live_…'],
    origins: [
      'The origins that listSecrets named: refused with 409 if the value would be sent elsewhere by now. Absent: wherever the latest version sends it.',
      ['https://api.example.com'],
    ],
  },
);

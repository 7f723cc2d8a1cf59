import { EndpointView, Publication } from '#app/projects/endpoint/endpoint.ts';
import {
  CallCounts,
  RolloutEnd,
  RolloutView,
  VersionUsage,
} from '#app/projects/endpoint/rollout.ts';
import { EndpointVisibility } from '#app/projects/project.ts';

import { apiWords, describeFields } from './describe-fields.ts';

const TIME = 1_795_000_000_000;

apiWords.add(EndpointVisibility, {
  id: 'Visibility',
  description:
    'Who may call an endpoint. private: keys and sign-ins of the account; keys: these, and users who sign in and consent; public: everybody.',
  examples: ['private'],
});

describeFields(
  Publication,
  { id: 'Publication', description: 'A version that is or was served.' },
  {
    version: ['Number of the version.', 3],
    blueprint: ['Content hash of its blueprint.', '1b4e'],
    artifact: ['Content hash of its generated project.', '77aa'],
    at: ['When it was published, in milliseconds since 1970.', TIME],
    share: ['Callers that it was published for, in percent; absent: all.', 10],
    end: 'How its share of the callers ended; absent: it has not, or it was published for all.',
  },
);
const USAGE = {
  calls: ['Its calls since the share began.', 240],
  errors: ['Those of them that failed.', 3],
} as const;
describeFields(
  CallCounts,
  { id: 'CallCounts', description: 'Calls of one of the two versions.' },
  USAGE,
);
describeFields(
  VersionUsage,
  { id: 'VersionUsage', description: 'Calls of one of the two versions, with their latencies.' },
  {
    ...USAGE,
    p50: ['Median latency in milliseconds; null: no calls.', 180],
    p95: ['95th percentile latency in milliseconds; null: no calls.', 640],
  },
);
describeFields(
  RolloutEnd,
  { id: 'RolloutEnd', description: 'How a version that only a share of the callers got ended.' },
  {
    outcome: ['How it ended.', 'promoted'],
    isAutomatic: ['By the rule, not by a person.', false],
    at: ['When, in milliseconds since 1970.', TIME],
    stableVersion: ['Number of the version that all others got.', 3],
    candidate: null,
    stable: null,
  },
);
describeFields(
  RolloutView,
  { id: 'Rollout', description: 'A version that a share of the callers gets.' },
  {
    version: ['Number of the version.', 4],
    at: ['When it began, in milliseconds since 1970.', TIME],
    share: ['Callers that get it, in percent.', 10],
    promoteAfter: [
      'It is promoted automatically after this many calls unless it fails more often; null: only by hand.',
      1_000,
    ],
    candidate: null,
    stable: null,
  },
);
describeFields(
  EndpointView,
  { id: 'Endpoint', description: 'The MCP endpoint of a project.' },
  {
    visibility: null,
    published: 'The version that is served; null: the endpoint is offline.',
    rollout: 'A newer version that a share of the callers gets; null: all get the published one.',
    history: 'Everything that was published, the newest first.',
    publication: ['Rises with each change of what is served.', 5],
  },
);

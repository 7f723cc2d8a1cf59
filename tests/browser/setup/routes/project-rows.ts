import { untilText, type RouteRow } from './route-row.ts';

const tab = (name: string) => ({
  route: 'projects/:projectId',
  name: `project-${name}`,
  as: 'owner' as const,
  address: ({ petstore }: { petstore: string }) => `/projects/${petstore}?tab=${name}`,
});

/** Projects, their tabs and endpoints. */
export const PROJECT_ROWS: readonly RouteRow[] = [
  { route: 'my-projects', name: 'projects', as: 'owner' },
  { route: 'my-projects', name: 'projects-empty', as: 'newcomer' },
  {
    route: 'my-projects',
    name: 'projects-nothing-found',
    as: 'owner',
    address: '/my-projects?q=zebra',
  },
  tab('overview'),
  tab('tools'),
  tab('files'),
  tab('versions'),
  {
    ...tab('versions'),
    name: 'project-comparison',
    address: ({ petstore }) => `/projects/${petstore}?tab=versions&from=1&to=2`,
    act: untilText('find_pets'),
  },
  tab('endpoint'),
  tab('secrets'),
  tab('tests'),
  { ...tab('logs'), act: untilText('getPetById'), masked: (page) => [page.getByRole('img')] },
  { ...tab('github'), act: untilText('octo-dev/petstore') },
  tab('settings'),
  {
    route: 'projects/:projectId',
    name: 'project-long',
    as: 'owner',
    address: ({ long }) => `/projects/${long}`,
  },
  {
    ...tab('tools'),
    name: 'project-long-tools',
    address: ({ long }) => `/projects/${long}?tab=tools`,
  },
  {
    ...tab('logs'),
    name: 'project-logs-empty',
    address: ({ long }) => `/projects/${long}?tab=logs`,
  },
  {
    ...tab('tests'),
    name: 'project-tests-empty',
    address: ({ long }) => `/projects/${long}?tab=tests`,
  },
  {
    ...tab('github'),
    name: 'project-github-unlinked',
    address: ({ long }) => `/projects/${long}?tab=github`,
  },
  {
    route: 'projects/:projectId',
    name: 'project-unknown',
    as: 'owner',
    address: '/projects/nothing-of-this-name',
    allowed: /status of 404/,
  },
  { route: 'mcp/:slug', name: 'endpoint-owner', as: 'owner', address: '/mcp/petstore-team' },
  { route: 'mcp/:slug', name: 'endpoint-private', address: '/mcp/petstore-team' },
  {
    route: 'mcp/:slug',
    name: 'endpoint-keys',
    address: ({ ownCredentials }) => `/mcp/${ownCredentials}`,
  },
  {
    route: 'mcp/:slug/credentials',
    name: 'endpoint-credentials',
    as: 'owner',
    address: ({ ownCredentials }) => `/mcp/${ownCredentials}/credentials`,
  },
  {
    route: 'oauth/authorize',
    name: 'consent',
    as: 'owner',
    address: ({ consent }) => consent,
    // The name of the client's registration, whose length decides where its line breaks.
    act: (page) =>
      page
        .getByText(/registration here is/)
        .locator('code')
        .evaluate((code) => void (code.textContent = 'Ab12Cd34')),
  },
  {
    route: 'oauth/authorize',
    name: 'consent-invalid',
    as: 'owner',
    address: '/oauth/authorize',
    allowed: /status of 400/,
  },
];

import { Hono } from 'hono';
import { except } from 'hono/combine';

import { createAdminApi } from '#app/admin/admin-api.server.ts';
import { ingestApi } from '#app/analytics/api.server.ts';
import { apiKeysApi } from '#app/api-keys/api-keys-api.server.ts';
import { createIdentityApi } from '#app/auth/api.server.ts';
import { autopilotApi } from '#app/autopilot/autopilot-api.server.ts';
import { subscriptionApi, tierApi } from '#app/billing/api.server.ts';
import { billingApi } from '#app/billing/stripe/billing-api.server.ts';
import { webhookApi } from '#app/billing/stripe/webhook-api.server.ts';
import { modelsApi } from '#app/builder/models/models-api.server.ts';
import { chatsApi } from '#app/chat/chats-api.server.ts';
import { discoveryApi } from '#app/discovery/discovery-api.server.ts';
import { draftsApi } from '#app/drafts/api.server.ts';
import {
  connectApi,
  createConnectionCallback,
} from '#app/drafts/connections/connect-api.server.ts';
import { builderEndpoint } from '#app/builder-endpoint/builder-endpoint-api.server.ts';
import { exportApi } from '#app/export/export-api.server.ts';
import { connectionApi } from '#app/github/connection/connection-api.server.ts';
import { importsApi } from '#app/github/imports/imports-api.server.ts';
import { repositoriesApi } from '#app/github/repositories/repositories-api.server.ts';
import { signInCallbackApi } from '#app/github/connection/sign-in-callback-api.server.ts';
import { linkedProjectsApi } from '#app/github/links/linked-projects-api.server.ts';
import { linksApi } from '#app/github/links/links-api.server.ts';
import { githubWebhookApi } from '#app/github/webhook/github-webhook-api.server.ts';
import { linkStatusApi } from '#app/github/webhook/link-status-api.server.ts';
import { listMergeNotices } from '#app/github/webhook/list-merge-notices.server.ts';
import { pullApi } from '#app/github/pull/pull-api.server.ts';
import { pushApi } from '#app/github/push/push-api.server.ts';
import { healthApi } from '#app/health/health-api.server.ts';
import { draftEndpoints } from '#app/hosting/gateway.server.ts';
import { callsApi } from '#app/hosting/calls/calls-api.server.ts';
import { findCallerHolder } from '#app/hosting/credentials/caller-holder.server.ts';
import { credentialsApi } from '#app/hosting/credentials/credentials-api.server.ts';
import { testSecretApi } from '#app/hosting/credentials/test-secret-api.server.ts';
import { failuresApi } from '#app/hosting/calls/failures/failures-api.server.ts';
import { createNoticesApi } from '#app/hosting/notices/notices-api.server.ts';
import { publicationApi } from '#app/hosting/publication-api.server.ts';
import { projectEndpoints } from '#app/hosting/project-gateway.server.ts';
import { reportsApi } from '#app/hosting/report-api.server.ts';
import { testRunsApi } from '#app/hosting/tests/test-runs-api.server.ts';
import { mockChatApi } from '#app/lab/mock-chat/mock-chat-api.server.ts';
import { managementApi } from '#app/management/management-api.server.ts';
import { connectedAppsApi } from '#app/oauth/connected-apps-api.server.ts';
import { oauthApi } from '#app/oauth/oauth-api.server.ts';
import { answerUnrouted } from '#app/platform/answer-unrouted.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { projectSecretsApi } from '#app/projects/secrets/project-secrets-api.server.ts';
import { projectsApi } from '#app/projects/projects-api.server.ts';
import { sandboxApi } from '#app/tester/apps/sandbox-api.server.ts';
import { createRelayApi } from '#app/tester/relay/relay-api.server.ts';
import { checkReportsApi } from '#app/tester/checks/report/reports-api.server.ts';
import { sharePictureApi } from '#app/showcase/picture/share-picture-api.server.ts';
import { showcaseApi } from '#app/showcase/showcase-api.server.ts';
import { stepsApi } from '#app/tester/steps/steps-api.server.ts';
import { invitationsApi } from '#app/teams/invitations/invitations-api.server.ts';
import { teamsApi } from '#app/teams/teams-api.server.ts';
import { testedServersApi } from '#app/tester/servers/keeping/servers-api.server.ts';
import { callbackApi } from '#app/tester/oauth/callback-api.server.ts';
import { usageApi } from '#app/usage/usage-api.server.ts';

import { accountLifecycle } from './account-lifecycle.ts';
import { answerOwnEndpoint } from './own-endpoints.ts';

/** 25 MB for a document, and what a form puts around it. */
const MAX_BODY_BYTES = 26 * 1_048_576;

/** The mount table: one line a room. */
export const routes = new Hono<AppEnv>()
  .route('/api/health', healthApi)
  .route('/api/account/export', exportApi)
  .route('/api/admin', createAdminApi(accountLifecycle))
  .route('/api', createIdentityApi(accountLifecycle))
  .route('/api/keys', apiKeysApi)
  .route('/api/oauth', connectedAppsApi)
  .route('/api/drafts', draftsApi)
  .route('/api/chats', chatsApi)
  .route('/api/models', modelsApi)
  .route('/api/chats', autopilotApi)
  .route('/api/drafts', reportsApi)
  .route('/api/drafts', connectApi)
  .route('/api/projects', projectsApi)
  .route('/api/projects', projectSecretsApi)
  .route('/api/projects', testSecretApi)
  .route('/api/projects', callsApi)
  .route('/api/projects', publicationApi)
  .route('/api/projects', testRunsApi)
  .route('/api/credentials', credentialsApi)
  .route('/api/github/repositories', repositoriesApi)
  .route('/api/github', linkedProjectsApi)
  .route('/api/projects', linksApi)
  .route('/api/projects', linkStatusApi)
  .route('/api/projects', pushApi)
  .route('/api/projects', pullApi)
  .route('/api/github/imports', importsApi)
  .route('/api/projects', failuresApi)
  .route('/api/notices', createNoticesApi(listMergeNotices))
  .route('/api/usage', usageApi)
  .route('/api/teams', teamsApi)
  .route('/api/invitations', invitationsApi)
  .route('/api/showcase', showcaseApi)
  .route('/showcase', sharePictureApi)
  .route('/api/tester/reports', checkReportsApi)
  .route('/api/tester/servers', testedServersApi)
  .route('/api/tester', stepsApi)
  .route('/api/v1', managementApi)
  .route('/api/sandbox', sandboxApi)
  .route('/api/relay', createRelayApi(answerOwnEndpoint))
  .route('/connect', createConnectionCallback(findCallerHolder))
  .route('/ingest', ingestApi)
  .route('/stripe', subscriptionApi)
  .route('/stripe', webhookApi)
  .route('/github', githubWebhookApi)
  .route('/api/billing', billingApi)
  .route('/api/tier', tierApi)
  .route('/api/github', connectionApi)
  .route('/auth', signInCallbackApi)
  .route('/mockstatelesschat', mockChatApi)
  .route('/', discoveryApi)
  .route('/', oauthApi)
  .route('/', callbackApi)
  .route('/mcp', builderEndpoint)
  .route('/mcp/d', draftEndpoints)
  .route('/mcp', projectEndpoints);

/** All APIs, and a problem document for addresses that none of them has. */
export const api = new Hono<AppEnv>()
  // Reading a body to its end first would keep a sync waiting, which bounds its own.
  .use('/api/*', except('/api/session', limitBody(MAX_BODY_BYTES)))
  .route('/', routes)
  .all('/api/*', (c) => answerUnrouted(routes, c))
  .all('/mockstatelesschat', (c) => answerUnrouted(routes, c))
  .all('/ingest/*', (c) => answerUnrouted(routes, c))
  .all('/stripe/*', (c) => answerUnrouted(routes, c))
  .all('/github/webhook', (c) => answerUnrouted(routes, c));

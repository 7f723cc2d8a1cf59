import { Hono } from 'hono';
import { except } from 'hono/combine';

import { ingestApi } from '#app/analytics/api.server.ts';
import { apiKeysApi } from '#app/api-keys/api-keys-api.server.ts';
import { createIdentityApi } from '#app/auth/api.server.ts';
import { autopilotApi } from '#app/autopilot/autopilot-api.server.ts';
import { subscriptionApi, tierApi } from '#app/billing/api.server.ts';
import { billingApi } from '#app/billing/stripe/billing-api.server.ts';
import { webhookApi } from '#app/billing/stripe/webhook-api.server.ts';
import { modelsApi } from '#app/builder/models/models-api.server.ts';
import { chatsApi } from '#app/chat/chats-api.server.ts';
import { draftsApi } from '#app/drafts/api.server.ts';
import {
  connectApi,
  createConnectionCallback,
} from '#app/drafts/connections/connect-api.server.ts';
import { connectionApi } from '#app/github/connection/connection-api.server.ts';
import { importsApi } from '#app/github/imports/imports-api.server.ts';
import { repositoriesApi } from '#app/github/repositories/repositories-api.server.ts';
import { signInCallbackApi } from '#app/github/connection/sign-in-callback-api.server.ts';
import { draftEndpoints } from '#app/hosting/gateway.server.ts';
import { callsApi } from '#app/hosting/calls/calls-api.server.ts';
import { findCallerHolder } from '#app/hosting/credentials/caller-holder.server.ts';
import { credentialsApi } from '#app/hosting/credentials/credentials-api.server.ts';
import { testSecretApi } from '#app/hosting/credentials/test-secret-api.server.ts';
import { failuresApi } from '#app/hosting/calls/failures/failures-api.server.ts';
import { noticesApi } from '#app/hosting/notices/notices-api.server.ts';
import { publicationApi } from '#app/hosting/publication-api.server.ts';
import { projectEndpoints } from '#app/hosting/project-gateway.server.ts';
import { reportsApi } from '#app/hosting/report-api.server.ts';
import { testRunsApi } from '#app/hosting/tests/test-runs-api.server.ts';
import { mockChatApi } from '#app/lab/mock-chat/mock-chat-api.server.ts';
import { managementApi } from '#app/management/management-api.server.ts';
import { connectedAppsApi } from '#app/oauth/connected-apps-api.server.ts';
import { oauthApi } from '#app/oauth/oauth-api.server.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { answerUnrouted } from '#app/platform/answer-unrouted.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { checkHealth, Health, toHealthStatus } from '#app/platform/health.server.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { projectSecretsApi } from '#app/projects/secrets/project-secrets-api.server.ts';
import { projectsApi } from '#app/projects/projects-api.server.ts';
import { sandboxApi } from '#app/tester/apps/sandbox-api.server.ts';
import { createRelayApi } from '#app/tester/relay/relay-api.server.ts';
import { checkReportsApi } from '#app/tester/checks/report/reports-api.server.ts';
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
  .get('/api/health', async (c) => {
    const health = await checkHealth(c.var.app);
    const status = toHealthStatus(health);
    return answerJson(Health, health, { status, headers: { 'cache-control': 'no-store' } });
  })
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
  .route('/api/github/imports', importsApi)
  .route('/api/projects', failuresApi)
  .route('/api/notices', noticesApi)
  .route('/api/usage', usageApi)
  .route('/api/teams', teamsApi)
  .route('/api/invitations', invitationsApi)
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
  .route('/api/billing', billingApi)
  .route('/api/tier', tierApi)
  .route('/api/github', connectionApi)
  .route('/auth', signInCallbackApi)
  .route('/mockstatelesschat', mockChatApi)
  .route('/', oauthApi)
  .route('/', callbackApi)
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
  .all('/stripe/*', (c) => answerUnrouted(routes, c));

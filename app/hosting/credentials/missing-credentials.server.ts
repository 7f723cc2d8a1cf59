import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { isReady } from '#app/drafts/secrets/needs-secrets.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { loadProject } from '#app/projects/project-store.server.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import {
  toCallerSecretOwner,
  toProjectSecretOwner,
} from '#app/projects/secrets/project-secret-owner.ts';
import type { ClientLink, ToolResult } from '#app/runtime/tool-context.ts';
import { errorResult } from '#app/runtime/tool-result.ts';

import { listCallerConnectables } from './list-caller-connectables.server.ts';

/** A call of a project's tool by a user, or by nobody known. */
interface CallOfUser {
  project: string;
  blueprint: Blueprint;
  tool: string;
  user: string | undefined;
}

/**
 * Asks a caller for the credentials of their own that a tool needs: the client opens the page where they are given, or
 * the result names it. Null where the tool has all that it needs, as far as that is known before it runs.
 */
export async function askForCredentials(
  app: AppContext,
  call: CallOfUser,
  client: Pick<ClientLink, 'elicitUrl'>,
): Promise<ToolResult | null> {
  const missing = await findMissing(app, call, 'called');
  return missing === null ? null : ask(app, call, client, missing);
}

/**
 * As {@link askForCredentials}, for a call that failed because a credential was missing or had ended. Code may have
 * sent other requests before, so its client is only told: nothing runs again by itself.
 */
export async function askAgain(
  app: AppContext,
  call: CallOfUser,
  client: Pick<ClientLink, 'elicitUrl'>,
): Promise<ToolResult | null> {
  const tool = call.blueprint.tools.find(({ name }) => name === call.tool);
  if (tool?.action.kind !== 'code') return askForCredentials(app, call, client);
  const missing = await findMissing(app, call, 'any');
  return missing === null ? null : ask(app, call, {}, missing);
}

/**
 * Names of the credentials that keep a tool from being run, and that its caller can give; null where there are none, or
 * where it lacks those of the server as well, which no caller can give.
 *
 * @param scope which APIs are looked at: those that the tool calls, as far as that is known, or any of the server.
 */
async function findMissing(
  app: AppContext,
  { project, blueprint, tool: name, user }: CallOfUser,
  scope: 'called' | 'any',
): Promise<string[] | null> {
  const ofCallers = listCallerSecrets(blueprint);
  const tool = blueprint.tools.find((each) => each.name === name);
  if (ofCallers.length === 0 || tool === undefined) return null;
  const [own, given] = await Promise.all([
    listSecretStatus(app.env.DB, toProjectSecretOwner(project, 'live'), blueprint),
    user === undefined
      ? []
      : listSecretStatus(app.env.DB, toCallerSecretOwner(user, project), blueprint),
  ]);
  const statusOf = (secret: string) =>
    (ofCallers.includes(secret) ? given : own).find((status) => status.name === secret);
  const now = blueprint.secrets.map((secret) => statusOf(secret.name) ?? toUnset(secret.name));
  const missing = now.filter((status) => ofCallers.includes(status.name) && !isUsable(status));
  const names = missing.map((status) => status.name);
  if (scope === 'any') return names.length > 0 ? names : null;
  if (isReady(tool, blueprint.upstreams, now)) return null;
  const then = now.map((status) => (names.includes(status.name) ? toSet(status) : status));
  return isReady(tool, blueprint.upstreams, then) ? names : null;
}

function isUsable({ isSet, needsConfirmation }: SecretStatus): boolean {
  return isSet && !needsConfirmation;
}

function toUnset(name: string): SecretStatus {
  return { name, isSet: false, needsConfirmation: false, origins: [] };
}

function toSet(status: SecretStatus): SecretStatus {
  return { ...status, isSet: true, needsConfirmation: false };
}

async function ask(
  app: AppContext,
  { project, blueprint, tool, user }: CallOfUser,
  client: Pick<ClientLink, 'elicitUrl'>,
  missing: readonly string[],
): Promise<ToolResult> {
  if (user === undefined) {
    return errorResult(
      `${tool} needs your own credential, but this client did not identify you. Connect with an API key or sign in.`,
    );
  }
  const row = await loadProject(app.env.DB, project);
  const page = `${app.origin}/mcp/${row?.slug ?? ''}/credentials`;
  const { needs, give } = areConnected(blueprint, missing) ? CONNECTED : TYPED;
  const answer = await client.elicitUrl?.(
    `${tool} needs ${needs}. ${give} on this page, then return here.`,
    page,
    `credentials-${tool}`,
  );
  // Who said yes and gave nothing is told like everybody else; the call runs again once it is there.
  const declined = answer && answer.action !== 'accept' ? ' The user declined.' : '';
  return errorResult(
    `${tool} needs ${needs}.${declined} ${give} once at ${page} and call the tool again.`,
  );
}

const TYPED = { needs: 'your own credential for its API', give: 'Enter it' };
const CONNECTED = {
  needs: 'you to sign in to its API: it is not connected, or the connection has ended',
  give: 'Connect it',
};

/** Whether all of these are got by signing in to an API. */
function areConnected(blueprint: Blueprint, names: readonly string[]): boolean {
  const tokens = listCallerConnectables(blueprint).map(({ scheme }) => scheme.refreshTokenSecret);
  return names.every((name) => tokens.includes(name));
}

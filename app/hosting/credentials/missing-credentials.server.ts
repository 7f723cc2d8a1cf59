import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { isReady } from '#app/drafts/secrets/needs-secrets.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { loadProject } from '#app/projects/project-store.server.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import { toCallerSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';
import type { ClientLink, ToolResult } from '#app/runtime/tool-context.ts';
import { errorResult } from '#app/runtime/tool-result.ts';

/** A call of a project's tool by a user, or by nobody known. */
interface CallOfUser {
  project: string;
  blueprint: Blueprint;
  tool: string;
  user: string | undefined;
}

/**
 * Asks a caller for the credentials of their own that a tool needs: the client opens the page where they are given, or
 * the result names it. Null where the tool has all that it needs. A tool of code is let run: which API it calls is known then only.
 */
export async function askForCredentials(
  app: AppContext,
  { project, blueprint, tool: name, user }: CallOfUser,
  client: Pick<ClientLink, 'elicitUrl'>,
): Promise<ToolResult | null> {
  const ofCallers = listCallerSecrets(blueprint);
  const tool = blueprint.tools.find((each) => each.name === name);
  if (ofCallers.length === 0 || tool === undefined) return null;
  const given =
    user === undefined
      ? []
      : await listSecretStatus(app.env.DB, toCallerSecretOwner(user, project), blueprint);
  const usable = blueprint.secrets.map((secret) => {
    const status = given.find((each) => each.name === secret.name);
    const isTheirs = ofCallers.includes(secret.name);
    return {
      name: secret.name,
      origins: status?.origins ?? [],
      isSet: isTheirs ? (status?.isSet ?? false) : true,
      needsConfirmation: isTheirs && (status?.needsConfirmation ?? false),
    };
  });
  if (isReady(tool, blueprint.upstreams, usable)) return null;
  if (user === undefined) {
    return errorResult(
      `${name} needs your own credential, but this client did not identify you. Connect with an API key or sign in.`,
    );
  }
  const row = await loadProject(app.env.DB, project);
  const page = `${app.origin}/mcp/${row?.slug ?? ''}/credentials`;
  const answer = await client.elicitUrl?.(
    `${name} needs your own credential for its API. Enter it on this page, then return here.`,
    page,
    `credentials-${name}`,
  );
  // Who said yes and gave nothing is told like everybody else; the call runs again once it is there.
  const declined = answer && answer.action !== 'accept' ? ' The user declined to enter it.' : '';
  return errorResult(
    `${name} needs your own credential for its API.${declined} Enter it once at ${page} and call the tool again.`,
  );
}

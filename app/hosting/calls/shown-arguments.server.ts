import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { HostedArtifact } from '#app/hosting/hosted-artifact.server.ts';
import { ownerOfSecrets } from '#app/hosting/served-runner.server.ts';
import type { ServedServer } from '#app/hosting/served-server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { redact } from '#app/platform/redact.ts';
import type { ToolCall } from '#app/runtime/definition.ts';
import { createRedactor } from '#app/runtime/upstream/redact.ts';

/** Characters of arguments that are kept. */
const MAX_LENGTH = 2_000;

/**
 * The arguments of a call as the log keeps them: without the values of the server's own secrets in any spelling,
 * without what looks like a credential, and cut. Null where the secrets cannot be read: then nobody can tell.
 */
export async function showArguments(
  app: AppContext,
  server: ServedServer,
  artifact: HostedArtifact,
  call: ToolCall,
): Promise<string | null> {
  try {
    const blueprint = await artifact.blueprint();
    const owner = ownerOfSecrets(server, 'live');
    const read = createSecretReader(toSecretStore(app), owner, blueprint);
    const own = blueprint.secrets.filter(({ scope }) => scope === 'server');
    const values = await Promise.all(own.map(({ name }) => read(name)));
    const redactor = createRedactor(values.filter((value) => value !== undefined));
    const text = redactor.text(JSON.stringify(redact(call.arguments)));
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
  } catch (error) {
    app.log.warn('calls.arguments.unread', { project: server.id, error });
    return null;
  }
}

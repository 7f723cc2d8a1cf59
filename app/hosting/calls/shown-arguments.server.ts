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

/** The values of a server are read again after so long. */
const VALUES_MS = 30_000;
const MAX_SERVERS = 100;

/** Values of secrets by the owner and the version that names them. Only values are kept, not work under way. */
const kept = new Map<string, { values: readonly string[]; until: number }>();

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
    const redactor = createRedactor(await readValues(app, server, artifact, Date.now()));
    const text = redactor.text(JSON.stringify(redact(call.arguments)));
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
  } catch (error) {
    app.log.warn('calls.arguments.unread', { project: server.id, error });
    return null;
  }
}

/** The values of a server's own secrets. That they are looked at here is no use of them. */
async function readValues(
  app: AppContext,
  server: ServedServer,
  artifact: HostedArtifact,
  now: number,
): Promise<readonly string[]> {
  const owner = ownerOfSecrets(server, 'live');
  const key = `${owner} ${server.blueprint}`;
  const known = kept.get(key);
  if (known !== undefined && now < known.until) return known.values;
  const blueprint = await artifact.blueprint();
  const read = createSecretReader(toSecretStore(app), owner, blueprint, false);
  const own = blueprint.secrets.filter(({ scope }) => scope === 'server');
  const opened = await Promise.all(own.map(({ name }) => read(name)));
  const values = opened.filter((value) => value !== undefined);
  if (kept.size >= MAX_SERVERS) kept.clear();
  kept.set(key, { values, until: now + VALUES_MS });
  return values;
}

import { describeLimit } from '#app/billing/describe-limit.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { createConnectedTokens } from '#app/drafts/connections/connected-tokens.server.ts';
import { toSecretOwner } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { hostOf } from '#app/platform/outbound/host-of.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { limitHosts } from '#app/platform/outbound/limit-hosts.server.ts';
import { toProjectSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';
import type { ToolRunner } from '#app/runtime/definition.ts';
import { callTool, type IsolateSandbox } from '#app/sandbox/call-tool.server.ts';
import { createEgress, type EgressTarget } from '#app/sandbox/egress.server.ts';
import type { RequestRecorder } from '#app/sandbox/request-recorder.ts';

import { chooseSandbox } from './choose-sandbox.server.ts';
import { createCallReader, toOwnerOf } from './credentials/call-reader.server.ts';
import type { HostedArtifact } from './hosted-artifact.server.ts';
import type { ServedServer, ServerEnvironment } from './served-server.ts';
import { tellWatchdog } from './tell-watchdog.server.ts';

/** Marks what the mock upstream answered, wherever it answers. */
const MOCK_MARK = { 'mcp-builder/mock': true };

/** Terms of a run of tools besides its server. */
export interface RunTerms {
  environment: ServerEnvironment;
  /** Sees the requests of all calls; default: nobody does. */
  recorder?: RequestRecorder;
  /** Of one answer, whatever the server's own policy allows; default: no other limit. */
  maxResultBytes?: number;
  /** Each call is in the log of the project, so that it needs no line of ours as long as it goes well. */
  isRecorded?: true;
  /** The user whose own credentials are used where the server asks for those; absent: nobody known. */
  user?: string | undefined;
}

/** Runs the tools of a served server for one caller. */
export function createServedRunner(
  app: AppContext,
  server: ServedServer,
  artifact: HostedArtifact,
  { environment, recorder, isRecorded, maxResultBytes = Infinity, user }: RunTerms,
): ToolRunner {
  return async (call, client) => {
    const blueprint = await artifact.blueprint();
    const isMock = environment === 'mock';
    const sandbox = chooseSandbox(
      blueprint,
      toIsolate(app.env, server, artifact, environment),
      isMock,
    );
    const start = Date.now();
    const tellEnd = await tellWatchdog(app, server, call.name);
    const result = await callTool(sandbox, call, {
      client,
      createEgress: isMock
        ? 'mock'
        : (signal) =>
            createEgress(
              blueprint,
              toTarget(app, server, blueprint, { environment, user }),
              signal,
            ),
      maxResultBytes: Math.min(blueprint.policies.maxResultBytes, maxResultBytes),
      ...(maxResultBytes < blueprint.policies.maxResultBytes && {
        explainTooLarge: (used: number) => explainTooLarge(used, maxResultBytes),
      }),
      ...(isMock ? { fixtures: toMockFixtures(blueprint) } : {}),
      ...(recorder && { recorder }),
    }).finally(tellEnd);
    // Stopped is what was cancelled, or asks the client and will be run again.
    const isStopped = client.signal.aborted;
    const isError = result.isError === true;
    // A line costs as much as a small call.
    if (isRecorded !== true || isStopped || isError || client.trace !== undefined) {
      // Without arguments and result: they are the caller's.
      app.log.info('mcp.tool', {
        [server.kind]: server.id,
        tool: call.name,
        environment,
        ...(isStopped ? { isStopped } : { isError }),
        milliseconds: Date.now() - start,
        traceparent: client.trace?.traceparent,
      });
    }
    return isMock ? { ...result, _meta: { ...result._meta, ...MOCK_MARK } } : result;
  };
}

/** Says of a result that the plan does not allow which plan does. */
function explainTooLarge(used: number, max: number): string {
  return describeLimit({ limit: 'responseBytes', used, max }, Date.now());
}

/** Owner of the secrets that a server uses in an environment. */
export function ownerOfSecrets({ kind, id }: ServedServer, environment: 'test' | 'live'): string {
  return kind === 'draft' ? toSecretOwner(id) : toProjectSecretOwner(id, environment);
}

function toTarget(
  app: AppContext,
  server: ServedServer,
  blueprint: Blueprint,
  { environment, user }: { environment: 'test' | 'live'; user: string | undefined },
): EgressTarget {
  const owner = ownerOfSecrets(server, environment);
  const caller = { owner: server.account, isKept: server.isKept };
  const ownerOf = toOwnerOf({ owner, blueprint, environment, user, project: server.id });
  return {
    environment,
    server: `${server.id} ${server.artifact}`,
    userTokens: createConnectedTokens(app, {
      // Whose token it is has been read before.
      ownerOf: (name) => ownerOf(name) ?? owner,
      clientOwner: owner,
      blueprint: server.blueprint,
      caller,
    }),
    secrets: createCallReader(app, blueprint, ownerOf),
    fetch: createGuardedFetch({
      ownHosts: [hostOf(app.origin)],
      mayCall: limitHosts(app.env, caller),
    }),
  };
}

function toIsolate(
  env: Pick<Env, 'LOADER'>,
  server: ServedServer,
  artifact: HostedArtifact,
  environment: ServerEnvironment,
): IsolateSandbox | null {
  if (!env.LOADER) return null;
  // Answers of the real API are never where strangers' calls are.
  const account = `${server.account} ${environment}`;
  const loadable = { hash: server.artifact, account, loadModules: artifact.modules };
  return { kind: 'isolate', loader: env.LOADER, artifact: loadable };
}

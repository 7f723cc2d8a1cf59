import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { createConnectedTokens } from '#app/drafts/connections/connected-tokens.server.ts';
import type { DraftEnvironment, DraftHead } from '#app/drafts/draft-state.ts';
import {
  createSecretReader,
  toSecretOwner,
  toSecretStore,
} from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import type { ToolFunction, ToolRunner } from '#app/runtime/definition.ts';
import { callTool, type Sandbox } from '#app/sandbox/call-tool.server.ts';
import { createEgress, type EgressTarget } from '#app/sandbox/egress.server.ts';
import type { RequestRecorder } from '#app/sandbox/request-recorder.ts';

import type { HostedArtifact } from './hosted-artifact.server.ts';

/** Marks what the mock upstream answered, wherever it answers. */
const MOCK_MARK = { 'mcp-builder/mock': true };

/**
 * Runs the tools of a draft for one caller.
 *
 * @param recorder sees the requests of all calls; default: nobody does.
 */
export function createDraftRunner(
  app: AppContext,
  head: DraftHead,
  artifact: HostedArtifact,
  environment: DraftEnvironment,
  recorder?: RequestRecorder,
): ToolRunner {
  return async (call, client) => {
    const blueprint = await artifact.blueprint();
    const definition = toServerDefinition(blueprint, refuseCode(blueprint));
    const sandbox: Sandbox = app.env.LOADER
      ? {
          kind: 'isolate',
          loader: app.env.LOADER,
          artifact: { hash: head.artifact, account: head.owner, loadModules: artifact.modules },
        }
      : { kind: 'here', definition };
    const target = toTarget(app, head, blueprint, environment);
    const start = Date.now();
    const result = await callTool(sandbox, call, {
      client,
      createEgress: target === null ? 'mock' : (signal) => createEgress(definition, target, signal),
      maxResultBytes: blueprint.policies.maxResultBytes,
      ...(target === null ? { fixtures: toMockFixtures(blueprint) } : {}),
      ...(recorder && { recorder }),
    });
    // Without arguments and result: they are the caller's.
    app.log.info('mcp.tool', {
      draft: head.id,
      tool: call.name,
      environment,
      // Stopped is what was cancelled, or asks the client and will be run again.
      ...(client.signal.aborted ? { isStopped: true } : { isError: result.isError === true }),
      milliseconds: Date.now() - start,
      traceparent: client.trace?.traceparent,
    });
    return environment === 'mock'
      ? { ...result, _meta: { ...result._meta, ...MOCK_MARK } }
      : result;
  };
}

function toTarget(
  app: AppContext,
  head: DraftHead,
  blueprint: Blueprint,
  environment: DraftEnvironment,
): EgressTarget | null {
  if (environment === 'mock') return null;
  return {
    environment,
    server: `${head.id} ${head.artifact}`,
    userTokens: createConnectedTokens(app, {
      owner: toSecretOwner(head.id),
      blueprint: head.blueprint,
    }),
    secrets: createSecretReader(toSecretStore(app), toSecretOwner(head.id), blueprint),
    fetch: createGuardedFetch({
      ownHosts: [new URL(app.origin).host],
      mayCall: async (host) => (await app.env.LIMIT_HOSTS.limit({ key: host })).success,
    }),
  };
}

/** Code never runs outside a sandbox; this is what a platform without a loader says instead. */
function refuseCode(blueprint: Blueprint): Map<string, ToolFunction> {
  const refuse: ToolFunction = () => {
    throw new Error('This tool runs code, and no sandbox for code is available here.');
  };
  return new Map(blueprint.tools.map(({ name }) => [name, refuse]));
}

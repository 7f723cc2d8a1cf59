import { createEndpoint } from '#app/blueprint/generate/template/project/src/endpoint.ts';
import type { Environment } from '#app/blueprint/generate/template/project/src/environment.ts';
import { readEnvironment } from '#app/blueprint/generate/template/project/src/environment.ts';
import { createToolRunner } from '#app/blueprint/generate/template/project/src/tool-runner.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { createMockFetch } from '#app/runtime/mock-upstream.ts';
import { runTool } from '#app/runtime/run-tool.ts';

/** A server in this process: the endpoint that an exported project has. */
export interface OpenEndpoint {
  answer: (request: Request) => Promise<Response>;
  environment: Environment;
}

/**
 * Serves a blueprint that was imported (it has no code of its own) as its exported project would.
 *
 * @param mock tools answer from examples and schemas; no upstream is called.
 */
export function openEndpoint(
  blueprint: Blueprint,
  variables: Record<string, string | undefined>,
  mock: boolean,
): OpenEndpoint {
  const server = toServerDefinition(blueprint, new Map());
  const environment = readEnvironment(server, variables);
  if (!mock) {
    const answer = createEndpoint(server, environment, createToolRunner(server, environment));
    return { answer, environment };
  }
  const fetch = createMockFetch(server);
  const answer = createEndpoint(server, environment, (call, client) =>
    runTool(server, call, { ...client, fetch }),
  );
  // The mock wants no credentials, so none is missing.
  return { answer, environment: { ...environment, warnings: [] } };
}

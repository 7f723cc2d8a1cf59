import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { createEndpoint } from '#app/blueprint/generate/template/project/src/endpoint.ts';
import type { Environment } from '#app/blueprint/generate/template/project/src/environment.ts';
import { readEnvironment } from '#app/blueprint/generate/template/project/src/environment.ts';
import { createOperations } from '#app/blueprint/generate/template/project/src/operations.ts';
import { createToolRunner } from '#app/blueprint/generate/template/project/src/tool-runner.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

/** A server in this process: the endpoint of an exported project. */
export interface OpenEndpoint {
  answer: (request: Request) => Promise<Response>;
  environment: Environment;
}

/** Serves an imported blueprint (without code actions) as its exported project would. */
export function openEndpoint(
  blueprint: Blueprint,
  variables: Record<string, string | undefined>,
): OpenEndpoint {
  const server = toServerDefinition(blueprint, new Map());
  const environment = readEnvironment(server, variables);
  const operations = createOperations(server);
  const runner = createToolRunner(server, environment, operations);
  return { answer: createEndpoint(server, environment, runner, operations), environment };
}

/** As {@link openEndpoint}, but tools answer from examples and schemas: no upstream is called. */
export function openMockEndpoint(
  blueprint: Blueprint,
  variables: Record<string, string | undefined>,
): OpenEndpoint {
  const server = toServerDefinition(blueprint, new Map());
  // The mock needs no credentials, so none is missing.
  const environment = { ...readEnvironment(server, variables), warnings: [] };
  return { answer: createEndpoint(server, environment, createMockRunner(server)), environment };
}

/** As {@link openMockEndpoint}, for a probe: its deliberately invalid requests are not logged. */
export function openSilentEndpoint(blueprint: Blueprint): OpenEndpoint['answer'] {
  const server = toServerDefinition(blueprint, new Map());
  const environment = readEnvironment(server, {});
  const runner = createMockRunner(server);
  return createEndpoint(server, environment, runner, undefined, (options) =>
    createStatefulProtocol({ ...options, onError: () => undefined }),
  );
}

/** Runs tools on the mock of their API. */
export function createMockRunner(server: ServerDefinition): ToolRunner {
  const fetch = createMockFetch(server);
  return (call, client) => runTool(server, call, { ...client, fetch });
}

import { createEndpoint } from './endpoint.ts';
import { readEnvironment } from './environment.ts';
import { log, logFrom } from './log.ts';
import { createOperations } from './operations.ts';
import { mayAsk } from './runtime/protocol/may-ask.ts';
import { createProtocol } from './runtime/protocol/protocol.ts';
import { toServedDefinition } from './runtime/served-definition.ts';
import { server } from './server.ts';
import { createToolRunner } from './tool-runner.ts';

type Endpoint = (request: Request) => Promise<Response>;

let endpoint: Endpoint | undefined;

/** Entry for Cloudflare Workers: variables and secrets are bindings, the same for all requests. */
export default {
  fetch(request: Request, bindings: Record<string, unknown>): Promise<Response> {
    endpoint ??= start(bindings);
    return endpoint(request);
  },
};

function start(bindings: Record<string, unknown>): Endpoint {
  const texts = Object.entries(bindings).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const environment = readEnvironment(server, Object.fromEntries(texts));
  logFrom(environment.logLevel);
  for (const warning of environment.warnings) log('warn', warning);
  for (const problem of environment.problems) log('error', problem);
  if (environment.problems.length > 0) {
    const error = environment.problems.join(' ');
    return async () => Response.json({ error }, { status: 500 });
  }
  if (environment.stateKey === undefined && mayAsk(toServedDefinition(server))) {
    log(
      'warn',
      'MCP_STATE_KEY is not set: questions of tools to users are lost when another isolate gets the answer.',
    );
  }
  // Only host names routed to this Worker arrive here, so without a list all are accepted.
  const known = { ...environment, anyHost: environment.hosts.length === 0 };
  const operations = createOperations(server);
  const runTool = createToolRunner(server, known, operations);
  return createEndpoint(server, known, runTool, operations, createProtocol);
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toMockFixtures } from '#app/blueprint/to-mock-fixtures.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { hashCallBasis } from '#app/builder/calls/call-basis.ts';
import type { RunOptions, ToolRun } from '#app/builder/tools/workspace-ports.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';
import { succeed } from '#app/platform/result.ts';
import type { ToolCall, ToolFunction } from '#app/runtime/definition.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { createAnswerRecorder } from '#app/sandbox/answer-recorder.ts';
import { createEgress } from '#app/sandbox/egress.server.ts';
import { createMockEgress } from '#app/sandbox/mock-egress.ts';
import { createRequestRecorder } from '#app/sandbox/request-recorder.ts';

/** The only secret that has a value, and the origin that it may go to. */
export const SECRET = { name: 'API_TOKEN', origin: 'https://api.example.com' };

/** Its value: in no format that anybody could recognise. */
export const SECRET_VALUE = 'velvet orbit lantern ninety three';

/** A request that left. */
interface Left {
  method: string;
  host: string;
  /** Whether the person has approved the call that sent it. */
  isApproved: boolean;
}

/** Everything outside of a draft: it notes what reaches it, and tells in its answers what it was sent. */
export class OutsideWorld {
  readonly left: Left[] = [];
  /** Documents that were to be fetched. */
  readonly fetched: { url: string; isApproved: boolean }[] = [];
  /** Whether the person approves something just now. */
  isApproving = false;

  /** Runs a tool as the product does, but for code: that does whatever it could. */
  async run(
    blueprint: Blueprint,
    call: ToolCall,
    { upstream = 'mock', link, secrets, basis }: RunOptions = {},
  ): Promise<ToolRun> {
    if (basis !== undefined && (await hashCallBasis(blueprint, call.name)) !== basis) {
      return { content: [{ type: 'text', text: 'Nothing was sent.' }], isError: true };
    }
    const environment = upstream === 'real' ? 'test' : 'mock';
    const definition = toServerDefinition(blueprint, greedyCode(blueprint));
    const { signal } = new AbortController();
    const isSent = secrets && ((name: string) => secrets.includes(name));
    const requests = createRequestRecorder(blueprint.upstreams, environment, isSent);
    const answers = createAnswerRecorder();
    const target = {
      environment: 'test' as const,
      secrets: (name: string) => Promise.resolve(readSecret(blueprint, name)),
      fetch: (request: Request) => this.#answer(request),
    };
    const send =
      upstream === 'real'
        ? answers.wrap(requests.wrap(createEgress(definition, target, signal)))
        : requests.wrap(createMockEgress(definition, toMockFixtures(blueprint)));
    const client = link?.(signal) ?? { ...QUIET_CLIENT, signal };
    const result = await runTool(definition, call, { ...client, fetch: send });
    return { ...result, requests: requests.requests, answers: answers.answers };
  }

  /** The secrets of a server, as the form shows them. */
  listSecrets(blueprint: Blueprint): SecretStatus[] {
    const needed = toSecretOrigins(blueprint.upstreams);
    return blueprint.secrets.map(({ name }) => {
      const origins = needed.get(name) ?? [];
      const isSet = name === SECRET.name;
      const needsConfirmation = isSet && origins.some((origin) => origin !== SECRET.origin);
      return { name, isSet, needsConfirmation, origins };
    });
  }

  async #answer(request: Request) {
    const { method, url, headers } = request;
    this.left.push({ method, host: new URL(url).host, isApproved: this.isApproving });
    const token = headers.get('authorization')?.replace('Bearer ', '');
    const told = { id: 7, name: token, url, headers: [...headers] };
    return succeed(Response.json(told));
  }
}

/** The value of a secret, for a server that sends it where it may go. */
function readSecret(blueprint: Blueprint, name: string): string | undefined {
  const origins = toSecretOrigins(blueprint.upstreams).get(name) ?? [];
  const isFit = name === SECRET.name && origins.every((origin) => origin === SECRET.origin);
  return isFit ? SECRET_VALUE : undefined;
}

/** Code that writes wherever it can reach, and tells what it got. */
function greedyCode({ tools, upstreams }: Blueprint): Map<string, ToolFunction> {
  const run: ToolFunction = async (_args, context) => {
    const told: unknown[] = [];
    for (const { id } of upstreams) {
      for (const method of ['POST', 'GET']) {
        const outcome = await context.fetch(id, { method, path: '/greedy', headers: [] });
        told.push(outcome.ok ? new TextDecoder().decode(outcome.response.body) : outcome.message);
      }
    }
    return { content: [{ type: 'text', text: JSON.stringify(told) }] };
  };
  return new Map(tools.map(({ name }) => [name, run]));
}

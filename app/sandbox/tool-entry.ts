import { WorkerEntrypoint } from 'cloudflare:workers';

import type { ToolCall, UpstreamFetch, UpstreamOutcome } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { MockFixtures } from '#app/runtime/mock/mock-fixtures.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

import type { CallLinkStub } from './call-link.ts';
import { endStart, refill } from './confinement-entry.ts';
import { createMockEgress } from './mock-egress.ts';
import { server } from './src/server.ts';

/** A call that ends sooner is not told that it was cancelled: being told costs as much as a small tool. */
const LISTEN_AFTER_MS = 5;

/**
 * The tool half of the runtime inside a dynamic Worker, with an artifact's modules. Everything that differs
 * between callers comes with each call, because the isolate is shared.
 */
export default class ToolEntry extends WorkerEntrypoint {
  /** Number of tools; a result shows that every module starts. */
  start(): number {
    return server.tools.length;
  }

  /**
   * Call and result are JSON texts: nothing else may cross.
   *
   * @param fixtures the mock answers in here, with these; null: requests leave by the link.
   * @param isTold the link is told of each answer of the mock.
   */
  async callTool(
    call: string,
    link: CallLinkStub,
    fixtures: MockFixtures | null,
    isTold: boolean,
  ): Promise<string> {
    refill();
    const controller = new AbortController();
    let isOver = false;
    // Each link ends with its call: nobody has to be told then.
    const stop = () => {
      if (!isOver) controller.abort();
    };
    const listening = setTimeout(() => void link.cancelled().then(stop, stop), LISTEN_AFTER_MS);
    const send: UpstreamFetch = fixtures
      ? createMockEgress(server, fixtures)
      : async (upstream, request) => link.fetch(upstream, request);
    const running = runTool(server, readCall(call), {
      signal: controller.signal,
      fetch: async (upstream, request) => {
        const outcome = await send(upstream, request);
        if (isTold) await link.sent(upstream, request, withoutBody(outcome));
        refill();
        return outcome;
      },
      progress: async (progress, total, message) => link.progress(progress, total, message),
      log: async (level, message, fields) => link.log(level, message, fields),
      elicit: async (message, schema, name) => link.elicit(message, schema, name),
      sample: async (prompt, maxTokens, name) => link.sample(prompt, maxTokens, name),
      roots: async (name) => link.roots(name),
      updated: async (uri) => link.updated(uri),
    });
    try {
      return JSON.stringify(await running);
    } finally {
      isOver = true;
      clearTimeout(listening);
    }
  }
}

/** A recorder needs no more than the status and its source. */
function withoutBody(outcome: UpstreamOutcome): UpstreamOutcome {
  if (!outcome.ok) return outcome;
  return { ...outcome, response: { ...outcome.response, body: new Uint8Array() } };
}

/** The text is of our own host; nobody else calls this isolate. */
function readCall(text: string): ToolCall {
  const call = parseJson(text);
  const { name, arguments: given } = isJsonObject(call) ? call : {};
  if (typeof name === 'string' && given !== undefined && isJsonObject(given)) {
    return { name, arguments: given };
  }
  throw new Error('A call has a name and arguments.');
}

// All modules are loaded, and no tool has run.
endStart(server);

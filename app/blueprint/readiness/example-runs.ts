import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { ClientLink, JsonObject, ToolResult, ToolRunner } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import { sampleSchema } from '#app/runtime/mock/sample-schema.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';

/** Calls made for one report. */
const MAX_RUNS = 60;
const AT_ONCE = 4;
/** Time limit of one call, and of all together, in milliseconds. */
const RUN_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 10_000;
const MAX_ERROR_CHARACTERS = 600;

/** One call of a tool on the mock upstream, and how it ended. */
export interface ExampleRun {
  tool: string;
  /** Index of the tool's example; null: the arguments were made from its input schema. */
  example: number | null;
  arguments: JsonObject;
  /** The tool's own words on its failure; null: it succeeded. */
  error: string | null;
}

/** How the tools of a server behave on their mock upstream. */
export interface RunEvidence {
  runs: ExampleRun[];
  /** Examples that were not run: there are too many, or the time was over. */
  skipped: number;
  /** Calls that never came back; they say nothing about the server. */
  unanswered: number;
}

type PlannedRun = Omit<ExampleRun, 'error'>;

/**
 * Runs the examples of a server's tools, each once. A tool without one is called with arguments made from its
 * input schema where only a call shows whether it works: it runs code, or cuts its answer to some fields.
 * Questions to the client are agreed to. Never rejects.
 *
 * @param run runs a tool on the mock upstream.
 */
export async function runExamples(blueprint: Blueprint, run: ToolRunner): Promise<RunEvidence> {
  const planned = planRuns(blueprint);
  const evidence: RunEvidence = { runs: [], skipped: 0, unanswered: 0 };
  const results: (ExampleRun | null)[] = [];
  const end = Date.now() + TOTAL_TIMEOUT_MS;
  const waiting = planned.slice(0, MAX_RUNS).entries();
  const work = async (): Promise<void> => {
    for (const [index, call] of waiting) {
      if (Date.now() > end) return;
      results[index] = await runOnce(call, run);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  evidence.runs = results.filter((each) => each !== null && each !== undefined);
  evidence.unanswered = results.filter((each) => each === null).length;
  evidence.skipped = planned.length - evidence.runs.length - evidence.unanswered;
  return evidence;
}

/** Calls of what was made by hand first, code before all; the first of each tool before the second of any. */
function planRuns(blueprint: Blueprint): PlannedRun[] {
  const calls = enabledTools(blueprint).flatMap((tool) => {
    const rank = tool.action.kind === 'code' ? 0 : tool.origin === undefined ? 1 : 2;
    return callsOf(tool, blueprint).map((call, round) => ({ call, round, rank }));
  });
  const inOrder = calls.toSorted((a, b) => a.round - b.round || a.rank - b.rank);
  return inOrder.map(({ call }) => call);
}

function callsOf(tool: Tool, { definitions }: Blueprint): PlannedRun[] {
  const { name, examples = [] } = tool;
  if (examples.length > 0) {
    return examples.map((each, example) => ({ tool: name, example, arguments: each.arguments }));
  }
  if (!needsRun(tool)) return [];
  const args = sampleArguments(tool, definitions);
  return args === null ? [] : [{ tool: name, example: null, arguments: args }];
}

function needsRun({ action }: Tool): boolean {
  return action.kind === 'code' || (action.kind === 'http' && action.response.keep !== undefined);
}

async function runOnce(call: PlannedRun, run: ToolRunner): Promise<ExampleRun | null> {
  const client: ClientLink = { ...AGREEABLE, signal: AbortSignal.timeout(RUN_TIMEOUT_MS) };
  try {
    const result = await run({ name: call.tool, arguments: call.arguments }, client);
    return { ...call, error: result.isError === true ? textOf(result) : null };
  } catch {
    return null;
  }
}

function textOf({ content }: ToolResult): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  // A note about the answer comes after the answer itself.
  const text = texts.length > 1 ? (texts.at(-1) ?? '') : (texts[0] ?? '');
  return text.slice(0, MAX_ERROR_CHARACTERS).toWellFormed() || 'It failed without a word.';
}

/** A client whose user agrees, and whose model says something: a tool that asks goes on. */
const AGREEABLE: Omit<ClientLink, 'signal'> = {
  ...QUIET_CLIENT,
  elicit: async (_message, schema) => {
    const content = sampleSchema(schema, {}, { withOptional: true });
    return { action: 'accept', content: isJsonObject(content) ? content : {} };
  },
  sample: async () => 'An example answer.',
  roots: async () => [{ uri: 'file:///example', name: 'example' }],
};

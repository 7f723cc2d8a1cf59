import * as z from 'zod/mini';

import { describeIssue } from '#app/evals/describe-issue.ts';
import { EvalFile } from '#app/evals/eval-file.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { EvalRun } from './eval-run.ts';
import type { EvalTarget } from './run-eval.ts';

const RecordedTool = z.object({
  server: z.string(),
  name: z.string(),
  wire: z.string(),
  description: z.string(),
});

/** Runs that were held with models, so that they can be judged again, or replayed, without one. */
export const Recording = z.object({
  kind: z.literal('mcp-eval-recording'),
  version: z.literal(1),
  /** ISO 8601. */
  recordedAt: z.string(),
  /** As it was then. */
  file: EvalFile,
  models: z.array(z.object({ id: z.string(), label: z.string() })),
  targets: z.array(z.object({ id: z.string(), name: z.string(), tools: z.array(RecordedTool) })),
  runs: z.array(EvalRun),
});
export type Recording = z.infer<typeof Recording>;

/** A recording of runs. */
export function toRecording(
  file: EvalFile,
  models: readonly { id: string; label: string }[],
  targets: readonly Pick<EvalTarget, 'id' | 'name' | 'catalog'>[],
  runs: readonly EvalRun[],
  now: number,
): Recording {
  return {
    kind: 'mcp-eval-recording',
    version: 1,
    recordedAt: new Date(now).toISOString(),
    file,
    models: models.map(({ id, label }) => ({ id, label })),
    targets: targets.map(({ id, name, catalog }) => ({ id, name, tools: catalog.map(toRecorded) })),
    runs: [...runs],
  };
}

/** Reads the text of a recording, or says in a sentence what is wrong with it. */
export function readRecording(
  text: string,
): Result<Recording, { reason: 'unreadable'; message: string }> {
  const unreadable = (message: string) => fail({ reason: 'unreadable' as const, message });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('This is not JSON.');
  }
  const read = Recording.safeParse(value);
  if (read.success) return succeed(read.data);
  const [issue] = read.error.issues;
  const why = issue === undefined ? '' : `: ${describeIssue(issue)}`;
  return unreadable(`This is no recording of an eval${why}.`);
}

/** Tools whose description is another than when it was recorded: a model might choose otherwise now. */
export function findChangedTools(
  recording: Recording,
  target: string,
  catalog: readonly CatalogTool[],
): string[] {
  const recorded = recording.targets.find(({ id }) => id === target)?.tools ?? [];
  return recorded.flatMap(({ wire, name, description }) => {
    const now = catalog.find((tool) => tool.wire === wire);
    return now === undefined || now.description !== description ? [name] : [];
  });
}

function toRecorded({ server, name, wire, description }: CatalogTool) {
  return { server: server.name, name, wire, description };
}

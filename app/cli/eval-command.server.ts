import { readFileSync, writeFileSync } from 'node:fs';

import type { EvalFile } from '#app/evals/eval-file.ts';
import { readEvalFile } from '#app/evals/read-eval-file.ts';
import { passRateOf, reportRuns } from '#app/evals/report/eval-report.ts';
import type { EvalRun } from '#app/evals/runs/eval-run.ts';
import {
  findChangedTools,
  readRecording,
  toRecording,
  type Recording,
} from '#app/evals/runs/recording.ts';
import { replayAgainst, replayRuns } from '#app/evals/runs/replay.ts';
import { listRuns, runEval, type EvalPlan, type EvalTarget } from '#app/evals/runs/run-eval.ts';

import { describeEval } from './describe-eval.ts';
import type { EvalArguments } from './eval-arguments.server.ts';
import { openEvalModels } from './eval-models.server.ts';
import { openTargets, readNamedServer, type OpenTargets } from './eval-targets.server.ts';
import { toErrorText } from './load-document.server.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';

/** Runs of an eval, or none where something is missing, of which the person was told. */
type Held = EvalRun[] | null;

/** Holds an eval with models, or replays a recording of one; fails where too few of its runs pass. */
export async function runEvalCommand(
  command: EvalArguments,
  { variables }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = loadFile(command.file, readEvalFile, terminal);
  if (file === null) return 1;
  const runs =
    command.replay === null
      ? await holdWithModels(command, file, variables, terminal)
      : await replay(command.replay, command, file, variables, terminal);
  if (runs === null) return 1;
  const report = reportRuns(file, runs);
  if (command.json) terminal.print(JSON.stringify(report, null, 2));
  else for (const line of describeEval(file, report, terminal.paint)) terminal.print(line);
  const rate = passRateOf(report);
  const isHeld = report.scores.every(({ unheld }) => unheld === 0);
  return isHeld && rate !== null && rate * 100 >= command.minPass ? 0 : 1;
}

async function holdWithModels(
  command: EvalArguments,
  file: EvalFile,
  variables: Invocation['variables'],
  terminal: Terminal,
): Promise<Held> {
  const names = command.models.length > 0 ? command.models : (file.models ?? []);
  if (names.length === 0) return refuse(terminal, 'Name a model: --model openai:NAME.');
  const models = openEvalModels(names, variables, command.price);
  if (!models.ok) return refuse(terminal, models.message);
  const opened = await openServers(command, file, variables, terminal);
  if (opened === null) return null;
  const { targets, close } = opened;
  try {
    const plan = { file, models: models.value, targets, runs: command.runs ?? undefined };
    const runs = await holdPlan(plan, terminal);
    if (command.record !== null) {
      const recording = toRecording(file, models.value, targets, runs, Date.now());
      writeFileSync(command.record, `${JSON.stringify(recording, null, 2)}\n`);
      terminal.say(`Recorded ${runs.length} runs in ${command.record}.`);
    }
    return runs;
  } finally {
    await close();
  }
}

async function holdPlan(plan: EvalPlan, terminal: Terminal): Promise<EvalRun[]> {
  const { signal } = new AbortController();
  const { length: all } = listRuns(plan);
  let count = 0;
  return runEval(plan, {
    signal,
    onBegin: ({ task, model }) => {
      count += 1;
      terminal.progress(`${count} of ${all}: ${task} with ${model} …`);
    },
  });
}

async function replay(
  path: string,
  command: EvalArguments,
  file: EvalFile,
  variables: Invocation['variables'],
  terminal: Terminal,
): Promise<Held> {
  const recording = loadFile(path, readRecording, terminal);
  if (recording === null) return null;
  // Without a server the recorded results are judged as they are.
  if (command.servers.length === 0) return replayRuns(recording, file);
  const opened = await openServers(command, file, variables, terminal);
  if (opened === null) return null;
  const { targets, close } = opened;
  const { signal } = new AbortController();
  try {
    const all: EvalRun[] = [];
    for (const target of targets) {
      warnOfChanges(recording, target, terminal);
      all.push(...(await replayAgainst(recording, file, target, signal)));
    }
    return all;
  } finally {
    await close();
  }
}

function warnOfChanges(recording: Recording, target: EvalTarget, terminal: Terminal): void {
  const changed = findChangedTools(recording, recording.targets[0]?.id ?? '', target.catalog);
  if (changed.length === 0) return;
  terminal.say(
    `The description of ${changed.join(', ')} has changed since the recording, or is gone: a model might choose otherwise now. Record again to know.`,
  );
}

async function openServers(
  command: EvalArguments,
  file: EvalFile,
  variables: Invocation['variables'],
  terminal: Terminal,
): Promise<OpenTargets | null> {
  const named = command.servers.map(readNamedServer);
  const wrong = command.servers.find((_text, at) => named[at] === null);
  if (wrong !== undefined) return refuse(terminal, `"${wrong}" is no address of a server.`);
  const given = named.filter((each) => each !== null);
  const servers = given.length > 0 ? given : (file.servers ?? []);
  if (servers.length === 0) return refuse(terminal, 'Name a server: --server https://…/mcp.');
  const opened = await openTargets(servers, variables, command.compare);
  return opened.ok ? opened.value : refuse(terminal, opened.message);
}

function loadFile<Value>(
  path: string,
  read: (text: string) => { ok: true; value: Value } | { ok: false; message: string },
  terminal: Terminal,
): Value | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(terminal, `${path} cannot be read: ${toErrorText(error)}.`);
  }
  const loaded = read(text);
  return loaded.ok ? loaded.value : refuse(terminal, `${path}: ${loaded.message}`);
}

function refuse(terminal: Terminal, message: string): null {
  terminal.complain(message);
  return null;
}

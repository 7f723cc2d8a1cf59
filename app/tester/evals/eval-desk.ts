import { writeEvalFile, readEvalFile } from '#app/evals/read-eval-file.ts';
import type { EvalFile } from '#app/evals/eval-file.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import type { EvalRun, RunKey } from '#app/evals/runs/eval-run.ts';
import { toRecording, type Recording } from '#app/evals/runs/recording.ts';
import { replayRuns } from '#app/evals/runs/replay.ts';
import { listRuns, runEval, type EvalPlan } from '#app/evals/runs/run-eval.ts';
import { createStore } from '#app/tester/connected/store.ts';

/** Runs that are shown, with what is needed to name and record them. */
export interface HeldEval {
  models: readonly { id: string; label: string }[];
  targets: readonly { id: string; name: string; catalog: readonly CatalogTool[] }[];
  runs: readonly EvalRun[];
  /** When it was recorded; null: it was held here. */
  recordedAt: string | null;
}

export interface EvalState {
  file: EvalFile;
  held: HeldEval | null;
  running: { key: RunKey | null; count: number; of: number } | null;
}

const KEY = 'tester-eval-file';

const EMPTY: EvalFile = { version: 1, name: 'Tasks', tasks: [] };

/** The tasks that somebody works on, and their last runs; they go on while another tab is open. */
export class EvalDesk {
  readonly #state = createStore<EvalState>({ file: readKept(), held: null, running: null });
  #abort: AbortController | null = null;

  readonly get = this.#state.get;
  readonly subscribe = this.#state.subscribe;

  /** Takes over what another server's tab, or another window, has made of the file. */
  readonly reread = (): void => {
    if (this.#abort === null) this.#change({ file: readKept() });
  };

  /** Changes the file, which this browser keeps. */
  readonly setFile = (file: EvalFile): void => {
    this.#change({ file });
    try {
      localStorage.setItem(KEY, writeEvalFile(file));
    } catch {
      // Only a reload would lose it.
    }
  };

  /** Holds all runs of a plan. */
  readonly hold = async (plan: EvalPlan): Promise<void> => {
    if (this.#abort !== null) return;
    const abort = new AbortController();
    this.#abort = abort;
    const { length: of } = listRuns(plan);
    const { models, targets } = plan;
    const held = { models, targets, runs: [], recordedAt: null };
    this.#change({ held, running: { key: null, count: 0, of } });
    let count = 0;
    const runs = await runEval(plan, {
      signal: abort.signal,
      onBegin: (key) => {
        count += 1;
        this.#change({ running: { key, count, of } });
      },
      onRun: (run) => this.#addRun(run),
    });
    const { held: shown } = this.get();
    this.#abort = null;
    this.#change({ running: null, held: shown && { ...shown, runs } });
  };

  readonly stop = (): void => this.#abort?.abort();

  /** Shows the runs of a recording, with its tasks where there are none yet. */
  readonly show = (recording: Recording): void => {
    const { file } = this.get();
    if (file.tasks.length === 0) this.setFile(recording.file);
    const targets = recording.targets.map(({ id, name, tools }) => ({
      id,
      name,
      catalog: tools.map((tool) => ({
        ...tool,
        title: null,
        server: { id: tool.server, name: tool.server },
        inputSchema: {},
        risk: 'unknown' as const,
      })),
    }));
    const runs = replayRuns(recording, this.get().file);
    const { models, recordedAt } = recording;
    this.#change({ held: { models, targets, runs, recordedAt } });
  };

  /** The shown runs as a recording; null where there are none. */
  readonly record = (now: number): Recording | null => {
    const { file, held } = this.get();
    if (held === null) return null;
    return toRecording(file, held.models, held.targets, held.runs, now);
  };

  #change(more: Partial<EvalState>): void {
    this.#state.set({ ...this.#state.get(), ...more });
  }

  #addRun(run: EvalRun): void {
    const { held } = this.get();
    if (held) this.#change({ held: { ...held, runs: [...held.runs, run] } });
  }
}

function readKept(): EvalFile {
  try {
    const read = readEvalFile(localStorage.getItem(KEY) ?? '');
    return read.ok ? read.value : EMPTY;
  } catch {
    return EMPTY;
  }
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { nextStep } from '#app/builder/built-in/next-step.ts';
import type { Call, FinishedCall, PastTurn } from '#app/builder/built-in/turn.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';

import { UNREPORTED } from '../tools/open-workspace.ts';
import { quietPorts } from '../../setup/quiet-ports.ts';

/** No turn takes as many; one that does never ends. */
const MOST_STEPS = 60;

/** What became of one message. */
export interface HeldTurn {
  /** Everything that was said, questions and their choices included. */
  said: string;
  asked: boolean;
  calls: FinishedCall[];
  steps: number;
  blueprint: Blueprint;
}

interface Point {
  number: number;
  changed: string[];
  blueprint: Blueprint;
}

/** A chat with the built-in builder over its real tools, with a restore point for each turn. */
export class Talk {
  #blueprint: Blueprint = BLANK_BLUEPRINT;
  readonly #past: PastTurn[] = [];
  readonly #points: Point[] = [{ number: 1, changed: [], blueprint: BLANK_BLUEPRINT }];

  /** Says something, and does what the builder calls until its turn is over. */
  async say(text: string): Promise<HeldTurn> {
    const workspace = new Workspace(this.#blueprint, this.#toPorts());
    const results: FinishedCall[] = [];
    const said: string[] = [];
    const asks = () => results.some(({ tool }) => tool === 'ask_user');
    let steps = 0;
    for (let isOver = false; !isOver; steps += 1) {
      if (steps === MOST_STEPS) throw new Error(`The turn does not end: ${text.slice(0, 200)}`);
      const step = nextStep({ text, past: this.#past, results });
      if (step.say) said.push(step.say);
      for (const call of step.calls) results.push(await runCall(workspace, call));
      isOver = step.calls.length === 0 || asks();
    }
    for (const { tool, input } of results) {
      if (tool === 'ask_user') said.push(JSON.stringify(input));
    }
    this.#blueprint = workspace.blueprint;
    this.#points.push({
      number: this.#points.length + 1,
      changed: [],
      blueprint: this.#blueprint,
    });
    this.#past.push({ text, calls: results });
    return {
      said: said.join('\n'),
      asked: asks(),
      calls: results,
      steps,
      blueprint: this.#blueprint,
    };
  }

  #toPorts(): WorkspacePorts {
    return {
      ...quietPorts(),
      importInto,
      listOperations: () => Promise.reject(new Error('It never searches.')),
      setTitle: () => Promise.reject(new Error('It gives no title.')),
      runTool: () => Promise.resolve({ content: [{ type: 'text', text: '{}' }] }),
      report: () => Promise.resolve(UNREPORTED),
      listPoints: () => this.#points,
      loadPoint: (number) =>
        Promise.resolve(this.#points.find((point) => point.number === number)?.blueprint ?? null),
    };
  }
}

const importInto: WorkspacePorts['importInto'] = async (previous, document) => {
  if (!('text' in document)) return { ok: false, message: 'There is no network here.' };
  const outcome = await importDocument(document.text, { previous, isAddition: true });
  if (!outcome.ok) return { ok: false, message: outcome.message };
  return { ok: true, ...outcome.value };
};

/** Runs a call; what a tool does not take is a problem, as the chat tells it. */
async function runCall(workspace: Workspace, { tool: name, input }: Call): Promise<FinishedCall> {
  const accepted = findTool(name)?.accept(input);
  if (!accepted) throw new Error(`There is no tool ${name}.`);
  const { signal } = new AbortController();
  const use = { workspace, signal, onProgress: () => undefined };
  const output = accepted.ok
    ? await accepted.value.run(use)
    : { changed: [], problems: [{ path: '$', message: accepted.error.message }] };
  // As a model reads it: what JSON cannot say is gone.
  return { tool: name, input, output: JSON.parse(JSON.stringify(output)) as unknown };
}

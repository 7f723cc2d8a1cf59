import { askUser } from '#app/builder/tools/ask-user.ts';
import { readBlueprint } from '#app/builder/tools/read-blueprint.ts';
import { readMessage, type MessageReading } from '#app/extraction/reading/read-message.ts';
import { tidyMessage } from '#app/extraction/reading/tidy-message.ts';
import { lexiconFor, type Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { answerQuestion } from './answers/describe-draft.ts';
import { findTopic } from './answers/find-topic.ts';
import type { Effect } from './edits/effect.ts';
import { Ledger } from './ledger.ts';
import { EMPTY_MISS_QUESTION, MISS_QUESTION, NEEDED } from './miss-questions.ts';
import { applyMessage, type Applied } from './plan/apply-message.ts';
import { findFocus } from './plan/find-focus.ts';
import { planImports } from './plan/plan-imports.ts';
import { mergeAnswer } from './plan/pending-question.ts';
import { toCalls } from './plan/to-calls.ts';
import { liveTools, toWorkModel, type WorkModel } from './plan/work-model.ts';
import { suggestRequests } from './suggest-requests.ts';
import { summarize, type Summary } from './summarize.ts';
import type { BuiltInStep, BuiltInTurn, Call, DraftFacts, FinishedCall } from './turn.ts';
import { toRecord, toTexts } from './values.ts';

/** Maximum number of calls in one step. */
const MAX_CALLS = 40;
/** Parts of a message that a question names as not understood. */
const MAX_UNCLEAR = 5;
const READ: Call = { tool: readBlueprint.name, input: { facts: true } };
const EMPTY: DraftFacts = {
  identity: { name: '' },
  upstreams: [],
  tools: [],
  resources: [],
  prompts: [],
  templates: [],
};

/**
 * Computes the built-in builder's next step: its text and its calls of builder tools. Deterministic: each
 * step computes the turn from its beginning, with the results so far.
 */
export function nextStep(turn: BuiltInTurn): BuiltInStep {
  const ledger = new Ledger(turn.results);
  const say = new Turn(turn, ledger).run();
  return { say: say ?? '', calls: ledger.missing.slice(0, MAX_CALLS) };
}

class Turn {
  readonly #turn: BuiltInTurn;
  readonly #ledger: Ledger;
  readonly #lx: Lexicon;

  constructor(turn: BuiltInTurn, ledger: Ledger) {
    this.#ledger = ledger;
    const before = turn.past.map(({ text }) => text.slice(0, 1_000)).join('\n');
    this.#lx = lexiconFor(
      `${turn.text.slice(0, 20_000)}\n${/[^\s]{3}/.test(turn.text) ? before : ''}`,
    );
    const tidy = (text: string) => tidyMessage(text, this.#lx);
    const past = turn.past.map((each) => ({ ...each, text: tidy(each.text) }));
    this.#turn = { ...turn, text: tidy(turn.text), past };
  }

  /** Final text of the turn; null while calls are missing. */
  run(): string | null {
    const facts = this.#read();
    if (facts === null) return null;
    const before = toWorkModel(facts);
    const { text, past } = this.#turn;
    const merged = mergeAnswer(text, past, before, this.#lx);
    const reading = readMessage(merged.text, this.#lx);
    const imports = planImports(
      { ...reading, attached: this.#turn.attached ?? [] },
      merged.text,
      facts,
      this.#lx,
    );
    const imported = imports.length > 0 ? this.#ledger.take(imports) : [];
    if (imported === null) return null;
    const now = imports.length > 0 ? this.#read() : facts;
    if (now === null) return null;
    return this.#edit(reading, now, imported, merged.chosen);
  }

  #read(): DraftFacts | null {
    const [result] = this.#ledger.take([READ]) ?? [];
    return result ? (isDraftFacts(result.output) ? result.output : EMPTY) : null;
  }

  #edit(
    reading: MessageReading,
    facts: DraftFacts,
    imported: FinishedCall[],
    chosen: readonly string[],
  ): string | null {
    const before = toWorkModel(facts);
    const after = structuredClone(before);
    const { past } = this.#turn;
    const added = imported.flatMap(({ output }) => addedBy(output));
    const focus = added.length === 1 ? added : findFocus(past, before, this.#lx);
    const applied = applyMessage(after, {
      reading: imports(reading, imported),
      focus,
      past,
      chosen,
      lx: this.#lx,
    });
    const extra = applied.effects.flatMap(({ effect }) =>
      effect.kind === 'calls' ? effect.calls : [],
    );
    const calls = toCalls(before, after);
    const edited = calls.length > 0 ? this.#ledger.take(calls) : [];
    if (edited === null) return null;
    const ran = extra.length > 0 ? this.#ledger.take(extra) : [];
    if (ran === null) return null;
    const answers = applied.questions.map((question) => this.#answer(question, facts, applied));
    const said = summarize(
      {
        before,
        after,
        applied,
        imported,
        edited,
        ran,
        answers,
        reading,
        facts,
        text: this.#turn.text,
      },
      this.#lx,
    );
    return this.#ask(applied, said, { after, facts });
  }

  #answer(question: string, facts: DraftFacts, applied: Applied): string | null {
    return (
      answerQuestion(question, facts, applied.focus, this.#lx) ??
      findTopic(question)?.answer ??
      null
    );
  }

  /** Asks the first open question after the changes, or what a message without effect meant. */
  #ask(
    applied: Applied,
    { text, unclear }: Summary,
    { after, facts }: { after: WorkModel; facts: DraftFacts },
  ): string {
    const isMiss = unclear.length > 0;
    const isEmpty = liveTools(after).length === 0;
    const wants = isEmpty && this.#lx.rx('<server>|<tool>|<base>').test(this.#turn.text);
    const question =
      toQuestion(applied, after) ??
      (isMiss
        ? {
            question: wants ? NEEDED : isEmpty ? EMPTY_MISS_QUESTION : MISS_QUESTION,
            choices: suggestRequests(facts),
            unclear: unclear.slice(0, MAX_UNCLEAR),
          }
        : null);
    const said = isMiss && wants ? '' : text;
    if (question === null) return said;
    const asked = this.#ledger.take([{ tool: askUser.name, input: { ...question } }]);
    return asked === null ? said : '';
  }
}

/** Whether a document was imported, so that it is not read again as text. */
function imports(reading: MessageReading, imported: readonly FinishedCall[]): MessageReading {
  return imported.length > 0
    ? {
        ...reading,
        bases: reading.documents.some(({ isFragment }) => isFragment) ? [] : reading.bases,
      }
    : reading;
}

function toQuestion(
  { effects, homeless }: Applied,
  after: WorkModel,
): { question: string; choices: string[] } | null {
  if (homeless.length > 0) {
    const many = homeless.length === 1 ? 'this request' : `these ${homeless.length} requests`;
    const choices = after.upstreams.map(({ baseUrl }) => baseUrl).slice(0, 8);
    return {
      question: `Which base URL should ${many} be sent to? Give an address such as https://…`,
      choices: choices.length > 1 ? choices : [],
    };
  }
  const asked = effects
    .map(({ effect }) => effect)
    .find((effect): effect is Extract<Effect, { kind: 'ask' }> => effect.kind === 'ask');
  return asked ? { question: asked.question, choices: asked.choices } : null;
}

function addedBy(output: unknown): string[] {
  return toTexts(toRecord(output)['added']);
}

function isDraftFacts(value: unknown): value is DraftFacts {
  const { tools, upstreams, identity } = toRecord(value);
  return Array.isArray(tools) && Array.isArray(upstreams) && typeof identity === 'object';
}

import { applyCall } from './draft/apply-call.ts';
import { NO_FACTS, readFacts, toRecord, toTexts } from './draft/read-facts.ts';
import { findMentions, findSubject } from './find-subject.ts';
import { followAnswer } from './follow-answer.ts';
import { Ledger } from './ledger.ts';
import type { Outcome } from './outcome.ts';
import { readMessage, readRequests } from './read-message.ts';
import type { Message } from './read-message.ts';
import { addEndpoints } from './requests/endpoint.ts';
import { importThis } from './requests/imports.ts';
import { summariseReport } from './requests/report.ts';
import { suggest } from './suggestions.ts';
import { isChange, shorten, summarise } from './summary.ts';
import type { Part } from './summary.ts';
import type { BuiltInStep, BuiltInTurn, Call, DraftFacts, FinishedCall } from './turn.ts';
import { understand } from './understand.ts';
import { joinText } from './words/lists.ts';

/** Calls of one step at most. */
const MAX_CALLS = 20;
/** From so many requests on, the plan is shown first. */
const PLAN_FROM = 3;
const MAX_QUESTIONS = 3;
/** Longer messages are no answer to a question. */
const LONGEST_ANSWER = 300;

const READ: Call = { tool: 'read_blueprint', input: {} };
const CHECK: Call = { tool: 'run_checks', input: {} };

/**
 * The next step of the built-in builder: what it says and which builder tools it calls. Deterministic:
 * the turn is thought through from its beginning, with the results that there are.
 */
export function nextStep(turn: BuiltInTurn): BuiltInStep {
  const walk = new Walk(turn);
  const say = walk.follow();
  const calls = walk.missing.slice(0, MAX_CALLS);
  return { say: say ?? announce(calls), calls };
}

class Walk {
  readonly #turn: BuiltInTurn;
  readonly #ledger: Ledger;
  readonly #parts: Part[] = [];
  #facts: DraftFacts = NO_FACTS;
  #subject: string[] = [];
  #imported: string[] = [];
  /** Something changed since the server was checked. */
  #isDirty = false;
  #report = '';

  constructor(turn: BuiltInTurn) {
    this.#turn = turn;
    this.#ledger = new Ledger(turn.results);
  }

  get missing(): readonly Call[] {
    return this.#ledger.missing;
  }

  /** Goes through the turn; its summary at its end. Where calls are missing: null, or what is said with them. */
  follow(): string | null {
    const { text } = this.#turn;
    const message = readMessage(text);
    const isEmpty = message.tokens.length + message.listed.endpoints.length === 0;
    if (isEmpty && message.documents.length === 0) {
      return invite(NO_FACTS);
    }
    const documents = message.documents.map(({ text: document, what }): Part => {
      return { outcome: importThis({ text: document }, what), said: what, results: [] };
    });
    if (!this.#perform(documents)) return null;
    if (!isEmpty && !this.#isSelfContained(message)) {
      if (!this.#readDraft()) return null;
      const { earlier } = this.#turn;
      this.#subject =
        this.#imported.length > 0 ? this.#imported : findSubject(earlier, this.#facts);
    }
    const requests = isEmpty ? [] : this.#understandAll(message);
    if (requests === null || !this.#perform(requests)) return null;
    if (!this.#check()) return null;
    return this.#askAll(message);
  }

  /** Addresses of documents are imported without a look at the draft. */
  #isSelfContained(message: Message): boolean {
    if (message.listed.endpoints.length > 0 || this.#turn.earlier.length > 0) return false;
    const { clauses } = readRequests(message, []);
    return clauses.every((clause) => {
      const outcome = understand(clause, { facts: NO_FACTS, subject: [] });
      return outcome?.kind === 'calls' && outcome.calls.every(isImport);
    });
  }

  #readDraft(): boolean {
    const [result] = this.#ledger.take([READ]) ?? [];
    if (!result) return false;
    this.#facts = readFacts(result.output) ?? NO_FACTS;
    return true;
  }

  /** The requests of the message in order; null where a call is missing on the way. */
  #understandAll(message: Message): Part[] | null {
    const answer = this.#findAnswer();
    if (answer) return [answer];
    const parts: Part[] = [];
    const imports = new Set<string>();
    let facts = this.#facts;
    let isAdding = false;
    const add = (outcome: Outcome | null, said: string) => {
      parts.push({ outcome, said, results: [] });
      if (outcome === null || outcome.kind === 'question') return;
      if (outcome.subject) this.#subject = outcome.subject;
      if (outcome.kind === 'calls') facts = outcome.calls.reduce(applyCall, facts);
    };
    const { endpoints, base } = message.listed;
    if (endpoints.length > 0) {
      add(
        addEndpoints(endpoints, { facts, subject: this.#subject }, base),
        'the list of endpoints',
      );
    }
    const { clauses, left } = readRequests(message, this.#facts.tools);
    for (const [index, clause] of clauses.entries()) {
      const outcome = understand(clause, { facts, subject: this.#subject, isAdding });
      isAdding = outcome?.kind === 'calls' && outcome.calls.some(isNewTool);
      // "GitHub issues: list issues, close an issue" means one template, however often.
      if (isRepeated(outcome, imports)) continue;
      add(outcome, joinText(clause));
      const mentioned = outcome === null ? findMentions(clause, facts.tools) : [];
      if (mentioned.length > 0) this.#subject = mentioned;
      const isLast = index === clauses.length - 1;
      if (isLast || outcome?.kind !== 'calls' || !outcome.calls.some(isImport)) continue;
      // What follows may speak of what was imported.
      if (!this.#perform(parts.splice(0)) || !this.#readDraft()) return null;
      facts = this.#facts;
      if (this.#imported.length > 0) this.#subject = this.#imported;
    }
    if (left > 0) add({ kind: 'answer', text: `${left} more requests were not read.` }, '');
    return parts;
  }

  /** The message as the answer to a question that the one before it led to. */
  #findAnswer(): Part | null {
    const { text, earlier } = this.#turn;
    const before = earlier.at(-1);
    if (before === undefined || text.length > LONGEST_ANSWER) return null;
    const outcome = followAnswer(before, text, this.#facts, earlier.slice(0, -1));
    if (outcome === null) return null;
    if (outcome.kind !== 'question' && outcome.subject) this.#subject = outcome.subject;
    return { outcome, said: text, results: [] };
  }

  /** Makes the calls of these requests; false where some are still to be made. */
  #perform(parts: readonly Part[]): boolean {
    const wanted = parts.filter(({ outcome }) => outcome?.kind === 'calls');
    const plans = wanted.flatMap(({ outcome }) =>
      outcome?.kind === 'calls' ? (outcome.steps ?? [outcome.plan]) : [],
    );
    if (plans.length >= PLAN_FROM && !this.#ledger.take([toPlan(this.#turn.text, plans)]))
      return false;
    for (const part of wanted) {
      if (part.outcome?.kind !== 'calls') continue;
      // What runs or checks the server runs or checks it as the edits before leave it.
      if (this.#ledger.missing.length > 0 && part.outcome.calls.some(isRun)) return false;
      const results = this.#ledger.take(part.outcome.calls);
      part.results = results ?? [];
      results?.forEach((result) => this.#note(result));
    }
    this.#parts.push(...parts);
    return this.#ledger.missing.length === 0;
  }

  #note(result: FinishedCall): void {
    if (isChange(result)) this.#isDirty = true;
    if (result.tool === 'run_checks') this.#isDirty = false;
    const added = toTexts(toRecord(result.output)['added']);
    // "it" is the one tool that came of an import.
    if (result.tool === 'import_document' && added.length === 1) this.#imported = added;
  }

  /** Checks the server where something changed. */
  #check(): boolean {
    if (!this.#isDirty) return true;
    const [result] = this.#ledger.take([CHECK]) ?? [];
    if (!result) return false;
    this.#isDirty = false;
    this.#report = summariseReport(result.output);
    return true;
  }

  /** Asks what is open, one question after the other; the summary of what was not told yet. */
  #askAll(message: Message): string | null {
    let { notes } = message;
    let told = 0;
    const tell = () => summarise(this.#parts.slice(told), notes, this.#report, this.#facts);
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      const [part, ...others] = this.#parts.filter(isOpen);
      if (part?.outcome?.kind !== 'question') break;
      const { question, choices, default: usual, answered } = part.outcome;
      const input = { question, choices, ...(usual === undefined ? {} : { default: usual }) };
      const [result] = this.#ledger.take([{ tool: 'ask_user', input }]) ?? [];
      if (!result) return tell();
      told = this.#parts.length;
      notes = [];
      this.#report = '';
      const answer = readAnswer(result.output);
      if (answer === null)
        return [question, tellOpen(others)].filter((text) => text !== '').join(' ');
      this.#parts.splice(this.#parts.indexOf(part), 1);
      told -= 1;
      const outcome = answered(answer) ?? refuseAnswer(answer);
      if (!this.#perform([{ outcome, said: part.said, results: [] }]) || !this.#check())
        return null;
    }
    const open = tellOpen(this.#parts.filter(isOpen));
    const all = [tell(), open].filter((text) => text !== '').join('\n\n');
    return all === '' ? invite(this.#facts) : all;
  }
}

function isOpen({ outcome }: Part): boolean {
  return outcome?.kind === 'question';
}

/** Requests that wait for an answer behind another question. */
function tellOpen(parts: readonly Part[]): string {
  if (parts.length === 0) return '';
  return `Not done yet, ask me again: ${parts.map(({ said }) => `"${shorten(said)}"`).join(', ')}.`;
}

function refuseAnswer(answer: string): Outcome {
  const text = `"${shorten(answer)}" does not answer that, so nothing was changed.`;
  return { kind: 'answer', text };
}

function invite(facts: DraftFacts): string {
  return `Say what the server should do. ${suggest(facts)}`;
}

function isImport({ tool }: Call): boolean {
  return tool === 'import_document';
}

/** Whether all that an outcome does is to import what was imported before; it is noted here. */
function isRepeated(outcome: Outcome | null, imports: Set<string>): boolean {
  if (outcome?.kind !== 'calls' || !outcome.calls.every(isImport)) return false;
  const key = JSON.stringify(outcome.calls);
  const isKnown = imports.has(key);
  imports.add(key);
  return isKnown;
}

function isRun({ tool }: Call): boolean {
  return /^(?:run_tool|run_checks|fix_findings)$/.test(tool);
}

function isNewTool({ tool, input }: Call): boolean {
  return tool === 'upsert_tool' && input['request'] !== undefined;
}

function toPlan(text: string, steps: readonly string[]): Call {
  const goal = shorten(text.slice(0, 500).trim().replace(/\s+/g, ' '));
  return { tool: 'propose_plan', input: { goal, steps: steps.slice(0, 20) } };
}

/** What the person chose, however it is wrapped; null where nobody answered yet. */
function readAnswer(output: unknown): string | null {
  const { answer, choice, value, text } = toRecord(output);
  const said = [output, answer, choice, value, text].find((each) => typeof each === 'string');
  return typeof said === 'string' && said.trim() !== '' ? said : null;
}

/** What is about to be called, in a few words. */
function announce(calls: readonly Call[]): string {
  const tools = new Set(calls.map(({ tool }) => tool));
  if (tools.has('read_blueprint')) return 'Looking at the draft.';
  if (tools.has('import_document')) return 'Importing.';
  if (tools.has('run_tool')) return 'Calling the tool.';
  if (tools.has('fix_findings')) return 'Applying the fixes of the report.';
  return tools.has('run_checks') && tools.size === 1
    ? 'Checking the server.'
    : 'Changing the draft.';
}

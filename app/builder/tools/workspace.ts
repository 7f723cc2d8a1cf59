import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import type { AnsweredCall } from '#app/builder/calls/answered-call.ts';
import { hashCallBasis } from '#app/builder/calls/call-basis.ts';
import { KeptResults } from '#app/builder/calls/kept-results.ts';
import { keepAnswer } from '#app/builder/calls/keep-answer.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { listHosts } from '#app/builder/change-set/find-exits.ts';
import { holdChanges } from '#app/builder/change-set/hold-changes.ts';
import type { AskedRequest } from '#app/builder/tools/requests/asked-requests.ts';
import type { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import { diffReports, type ReportDelta } from './report-delta.ts';
import type { DocumentSource, GivenDocument, WorkspacePorts } from './workspace-ports.ts';

/** Result of an editing tool: the changes, or why there are none. */
export interface EditAnswer {
  /** Sentences, for people and models. */
  changed: string[];
  /** Not empty: nothing was changed. */
  problems: PathProblem[];
}

function keyOf({ path, message }: PathProblem): string {
  return `${path} ${message}`;
}

/** The problem of a change after the end of the turn. */
export const TURN_IS_OVER: PathProblem[] = [
  { path: '$', message: 'The turn is over, so nothing is changed any more.' },
];

/**
 * The draft while a turn works on it. Edits are checked at once and kept here; they become the draft
 * when the model's step ends, or when something is to be run.
 */
export class Workspace {
  readonly ports: WorkspacePorts;
  readonly results = new KeptResults();
  /** The draft when the turn began. */
  readonly begun: Blueprint;
  /** The draft when the answer began; before `begun` where the turn continues one. */
  since: Blueprint;
  /** Documents that the person attached, by their names. */
  attachments: ReadonlyMap<string, GivenDocument> = new Map();
  /** Warnings of the turn's imports, each once. */
  warnings: readonly PathProblem[] = [];
  /** Requests that the person describes in the message that the turn answers. */
  asked: readonly AskedRequest[] = [];
  /** Null: whoever works on the draft does only what the person said, so nothing waits for them. */
  trust: TurnTrust | null = null;
  /** Whether a person follows the turn: without one nothing real is called before they approve it. */
  isAttended = true;
  #blueprint: Blueprint;
  #settled: Blueprint;
  #safe: Blueprint;
  #isDirty = false;
  #hasChanged = false;
  /** The report that was made last. */
  #reported: Report | null = null;
  #isUnreported = false;
  /** Report before this turn's changes. */
  #before: Report | null = null;
  #isUntold = false;
  #hasEnded = false;
  #held: readonly HeldItem[] = [];
  #heldCalls: HeldItem[] = [];
  #answered: AnsweredCall[] = [];
  #realCalls = 0;
  #dropped: string[] = [];

  constructor(blueprint: Blueprint, ports: WorkspacePorts) {
    this.begun = blueprint;
    this.since = blueprint;
    this.#blueprint = blueprint;
    this.#settled = blueprint;
    this.#safe = blueprint;
    this.ports = ports;
  }

  get blueprint(): Blueprint {
    return this.#blueprint;
  }

  /** The server after the last settled edits, with what is held. */
  get settled(): Blueprint {
    return this.#settled;
  }

  /** The draft after the last settled edits: all of them but what is held. */
  get safe(): Blueprint {
    return this.#safe;
  }

  /** Changes and calls that wait for the person, as of the last settled edits. */
  get held(): readonly HeldItem[] {
    return [...this.#held, ...this.#heldCalls];
  }

  /** Leaves a call to the person: the server makes it when they approve. */
  hold(call: { tool: string; input: unknown }, risk: string): void {
    this.holdCall({ call, risk });
  }

  /** Leaves a call to the person, as they are to be shown it. */
  holdCall({ risk, ...held }: Pick<HeldItem, 'call' | 'realCall'> & { risk: string }): void {
    const id = `call:${held.call?.tool}:${this.#heldCalls.length + 1}`;
    const isKnown = this.#heldCalls.some((each) => isSameJson(each.call, held.call));
    if (!isKnown) {
      this.#heldCalls.push({ id, risks: [risk], parts: [], more: 0, units: [], ...held });
    }
  }

  /** Answers of the real API that the person may keep: those which the mock does not give yet, and can. */
  get answers(): readonly AnsweredCall[] {
    return this.#answered.filter(({ kept }) => {
      const server = keepAnswer(this.#safe, kept);
      return server.ok && !isSameJson(server.value.blueprint, this.#safe);
    });
  }

  /** Remembers the answer to a call that was made at once; the same call has one. */
  offerAnswer(answered: AnsweredCall): void {
    const { tool, arguments: given } = answered.kept;
    const isSame = ({ kept }: AnsweredCall) =>
      kept.tool === tool && isSameJson(kept.arguments, given);
    this.#answered = [...this.#answered.filter((each) => !isSame(each)), answered];
  }

  /** Counts a real call that is made at once; false where the turn had so many. */
  takeRealCall(limit: number): boolean {
    this.#realCalls += 1;
    return this.#realCalls <= limit;
  }

  /** The names of tools whose real calls no longer wait, because the tools were changed; told once. */
  takeDropped(): string[] {
    return this.#dropped.splice(0);
  }

  /** The server was like this once: the hosts that it named then may be called. */
  trustHosts(blueprint: Blueprint): void {
    this.trust?.addDocumented(listHosts(blueprint));
  }

  /**
   * The person has handed over a document: the hosts that it brings may be called, and no others of the draft, and
   * its tools are described as it does.
   */
  async trustDocument(document: DocumentSource, imported: Blueprint): Promise<void> {
    const { trust } = this;
    if (trust === null) return;
    const known = new Set(this.#blueprint.tools.map(({ description }) => description));
    trust.addTools(imported.tools.filter(({ description }) => !known.has(description)));
    const [begun, there] = [listHosts(this.begun), listHosts(this.#blueprint)];
    trust.addDocumented([...listHosts(imported)].filter((host) => !there.has(host)));
    const isDoubtful = (host: string) => !begun.has(host) && trust.namedBy(host) === null;
    if (![...there].some(isDoubtful)) return;
    // The model was there first: only the document alone tells whether it names them, too.
    const alone = await this.ports.importInto(BLANK_BLUEPRINT, document, () => {});
    if (alone.ok) trust.addDocumented(listHosts(alone.blueprint));
  }

  /** Keeps the warnings of an import, so that a model can read all of them. */
  addWarnings(warnings: readonly PathProblem[]): void {
    const known = new Set(this.warnings.map(keyOf));
    this.warnings = [...this.warnings, ...warnings.filter((each) => !known.has(keyOf(each)))];
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Whether this turn has changed the draft. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Whether its turn is over: what still runs of it changes nothing any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The turn is over. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Applies named edits, all or none; `changed` is what is said where they are applied. */
  edit(edits: readonly unknown[], changed: string[]): EditAnswer {
    if (this.#hasEnded) return { changed: [], problems: TURN_IS_OVER };
    const edited = applyEdits(this.#blueprint, edits);
    if (!edited.ok) return { changed: [], problems: edited.problems };
    this.replace(edited.value);
    return { changed, problems: [] };
  }

  replace(blueprint: Blueprint): void {
    if (this.#hasEnded) return;
    this.#blueprint = blueprint;
    this.#isDirty = true;
  }

  /** Makes what was edited the draft. Where it cannot run, the edits stay and the problems are told. */
  async settle(): Promise<PathProblem[]> {
    if (this.#hasEnded) return TURN_IS_OVER;
    if (!this.#isDirty) return [];
    // Of a server without tools nothing is worth comparing with.
    if (this.#reported === null && this.#settled.tools.length > 0) {
      this.#reported = await this.ports.report();
    }
    if (!this.#hasChanged) this.#before = this.#reported;
    if (this.#hasEnded) return TURN_IS_OVER;
    const { safe, items } = await this.#part();
    const problems = await this.ports.settle(this.#blueprint, safe);
    if (problems.length > 0) return problems;
    this.#held = items;
    this.#settled = this.#blueprint;
    this.#safe = safe;
    this.#isDirty = false;
    this.#hasChanged = true;
    this.#isUnreported = true;
    this.#isUntold = true;
    await this.#dropOutdatedCalls();
    return [];
  }

  /** Nobody is asked about a call of a tool that is another one by now. */
  async #dropOutdatedCalls(): Promise<void> {
    const kept: HeldItem[] = [];
    for (const item of this.#heldCalls) {
      const { realCall, call } = item;
      const isSame =
        realCall === undefined ||
        (await hashCallBasis(this.#settled, realCall.tool)) === call?.basis;
      if (isSame) kept.push(item);
      else this.#dropped.push(realCall.tool);
    }
    this.#heldCalls = kept;
  }

  async #part(): Promise<{ safe: Blueprint; items: HeldItem[] }> {
    const { trust } = this;
    if (trust === null) return { safe: this.#blueprint, items: [] };
    const exits = await this.ports.readExits();
    return holdChanges(this.begun, this.#blueprint, {
      ...exits,
      namedBy: (host) => trust.namedBy(host),
      isDocumented: (tool) => trust.isDocumented(tool),
    });
  }

  /** Whether there is no report on the last settled edits yet. */
  get isUnreported(): boolean {
    return this.#isUnreported;
  }

  /** The report of what was settled last, and what is different since the one before. */
  async report(): Promise<{ report: Report; delta: ReportDelta | null }> {
    const before = this.#reported;
    const report = await this.ports.report();
    this.#reported = report;
    this.#isUnreported = false;
    return { report, delta: before && diffReports(before, report) };
  }

  /**
   * The newest report, once for each state of the draft, and what all of this turn changed in it;
   * null where there is nothing new to tell.
   */
  takeNews(): { report: Report; delta: ReportDelta | null } | null {
    if (!this.#isUntold || this.#isUnreported || this.#reported === null) return null;
    this.#isUntold = false;
    return {
      report: this.#reported,
      delta: this.#before && diffReports(this.#before, this.#reported),
    };
  }
}

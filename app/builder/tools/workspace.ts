import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { hostsOf, listNamedHosts, type ExitContext } from '#app/builder/change-set/find-exits.ts';
import { holdChanges } from '#app/builder/change-set/hold-changes.ts';
import type { TurnTrust } from '#app/builder/models/turn-trust.ts';
import type { DraftProgress } from '#app/drafts/draft.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { JsonObject, ToolResult } from '#app/runtime/definition.ts';

import { diffReports, type ReportDelta } from './report-delta.ts';

/** Result of an editing tool: the changes, or why there are none. */
export interface EditAnswer {
  /** Sentences, for people and models. */
  changed: string[];
  /** Not empty: nothing was changed. */
  problems: PathProblem[];
}

const OVER: PathProblem[] = [
  { path: '$', message: 'The turn is over, so nothing is changed any more.' },
];

/** The operations that a workspace needs from the product around it. */
export interface WorkspacePorts {
  /** Imports a document, an address or a template on top of what is there. */
  importInto(
    blueprint: Blueprint,
    document: { text: string } | { url: string } | { template: string },
    report: (progress: DraftProgress) => void,
  ): Promise<
    { ok: true; blueprint: Blueprint; warnings: PathProblem[] } | { ok: false; message: string }
  >;
  /**
   * Generates, tries and stores what the turn has made, and makes the safe part of it the draft;
   * problems where it cannot. What runs and is reported on afterwards is all that the turn has made.
   */
  settle(blueprint: Blueprint, safe: Blueprint): Promise<PathProblem[]>;
  /** Where calls of the draft go, and which of its secrets have a value. */
  readExits(): Promise<Pick<ExitContext, 'environment' | 'isSet'>>;
  /** Runs a tool of what was settled last, in the sandbox, with the mock upstream. */
  runTool(call: { name: string; arguments: JsonObject }): Promise<ToolResult>;
  /** The readiness report of what was settled last. */
  report(): Promise<Report>;
  /** The restore points of the draft, oldest first. */
  listPoints(): { number: number; changed: string[] }[];
  /** The blueprint of a restore point; null where there is none of that number. */
  loadPoint(number: number): Promise<Blueprint | null>;
  /** A file of the generated project that was settled last; null where there is none. */
  readFile(path: string): Promise<string | null>;
}

/**
 * The draft while a turn works on it. Edits are checked at once and kept here; they become the draft
 * when the model's step ends, or when something is to be run.
 */
export class Workspace {
  readonly ports: WorkspacePorts;
  /** Texts of documents that the person attached, by their names. */
  attachments: ReadonlyMap<string, string> = new Map();
  /** Null: whoever works on the draft does only what the person said, so nothing waits for them. */
  trust: TurnTrust | null = null;
  /** The draft before the turn. */
  readonly #base: Blueprint;
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

  constructor(blueprint: Blueprint, ports: WorkspacePorts) {
    this.#base = blueprint;
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
    const id = `call:${call.tool}:${this.#heldCalls.length + 1}`;
    const isKnown = this.#heldCalls.some((each) => isSameJson(each.call, call));
    if (!isKnown) this.#heldCalls.push({ id, risks: [risk], parts: [], more: 0, units: [], call });
  }

  /** The person has handed over what was imported: the hosts that it names may be called. */
  trustHosts(blueprint: Blueprint): void {
    this.trust?.addDocumented(blueprint.upstreams.flatMap(hostsOf));
    this.trust?.addDocumented(listNamedHosts(blueprint));
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
    if (this.#hasEnded) return { changed: [], problems: OVER };
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
    if (this.#hasEnded) return OVER;
    if (!this.#isDirty) return [];
    // Of a server without tools nothing is worth comparing with.
    if (this.#reported === null && this.#settled.tools.length > 0) {
      this.#reported = await this.ports.report();
    }
    if (!this.#hasChanged) this.#before = this.#reported;
    if (this.#hasEnded) return OVER;
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
    return [];
  }

  async #part(): Promise<{ safe: Blueprint; items: HeldItem[] }> {
    const { trust } = this;
    if (trust === null) return { safe: this.#blueprint, items: [] };
    const exits = await this.ports.readExits();
    return holdChanges(this.#base, this.#blueprint, {
      ...exits,
      namedBy: (host) => trust.namedBy(host),
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

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { OperationSelector } from '#app/blueprint/operation-selector.ts';
import type { SearchableOperation } from '#app/blueprint/rank-operations.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import type { ExitContext } from '#app/builder/change-set/find-exits.ts';
import type { DraftProgress, SecretStatus } from '#app/drafts/draft.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { ClientLink, ToolCall, ToolResult } from '#app/runtime/definition.ts';
import type { RecordedAnswer } from '#app/sandbox/answer-recorder.ts';
import type { SentRequest } from '#app/sandbox/request-recorder.ts';

/** A document to import or to look into. */
export type DocumentSource =
  | { text: string }
  | { url: string }
  | { template: string }
  | StoredDocument;

/** A document that is stored outside the conversation. */
export interface StoredDocument {
  /** SHA-256 of its bytes. */
  attachment: string;
  encoding: string;
}

/** A document that the person gave: its text, or where that is stored. */
export type GivenDocument = string | StoredDocument;

/** Result of a tool's run, and the requests that it sent. */
export interface ToolRun extends ToolResult {
  /** In order, the first ones of many; absent: nobody looked. */
  requests?: readonly SentRequest[];
  /** Number of requests that were sent beyond those. */
  leftOut?: number;
  /** Answers of the real API, whole. */
  answers?: readonly RecordedAnswer[];
}

/** How a tool is run. */
export interface RunOptions {
  /** Default: the mock. The real one only where the person allows it. */
  upstream?: 'mock' | 'real';
  /** The client that the tool may ask; default: one that cannot be asked. */
  link?: (signal: AbortSignal) => ClientLink;
  /** Names of the secrets that are sent, of several ways to authenticate; default: all have a value. */
  secrets?: readonly string[] | undefined;
  /** The tool is run only while this is the hash of all that its call depends on. */
  basis?: string;
}

/** The operations that a workspace needs from the product around it. */
export interface WorkspacePorts {
  /** Imports a document on top of what is there: all of it, or the chosen operations only. */
  importInto(
    blueprint: Blueprint,
    document: DocumentSource,
    report: (progress: DraftProgress) => void,
    only?: OperationSelector,
  ): Promise<
    | {
        ok: true;
        blueprint: Blueprint;
        warnings: PathProblem[];
        leftOut: number;
        notes: readonly string[];
      }
    | { ok: false; message: string }
  >;
  /** Lists the operations of a document, of which nothing is imported. */
  listOperations(
    document: DocumentSource,
  ): Promise<{ ok: true; operations: SearchableOperation[] } | { ok: false; message: string }>;
  /** The bytes of an attached file; null where they are not stored. */
  loadAttachment(id: string): Promise<Uint8Array | null>;
  /** Calls the chat something else. */
  setTitle(title: string): Promise<void>;
  /**
   * Generates, tries and stores what the turn has made, and makes the safe part of it the draft;
   * problems where it cannot. What runs and is reported on afterwards is all that the turn has made.
   */
  settle(blueprint: Blueprint, safe: Blueprint): Promise<PathProblem[]>;
  /** Where calls of the draft go, and which of its secrets have a value. */
  readExits(): Promise<Pick<ExitContext, 'environment' | 'isSet'>>;
  /** Runs a tool of what was settled last, in the sandbox. */
  runTool(call: ToolCall, options?: RunOptions): Promise<ToolRun>;
  /** The secrets of a server, by default of what was settled last, and which of them can be used. */
  listSecrets(blueprint?: Blueprint): Promise<SecretStatus[]>;
  /** The readiness report of what was settled last. */
  report(): Promise<Report>;
  /** The restore points of the draft, oldest first. */
  listPoints(): { number: number; changed: string[] }[];
  /** The blueprint of a restore point; null where there is none of that number. */
  loadPoint(number: number): Promise<Blueprint | null>;
  /** A file of the generated project that was settled last; null where there is none. */
  readFile(path: string): Promise<string | null>;
}

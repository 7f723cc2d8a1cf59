import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { ACCEPTED_DIFFERENCES } from './accepted-differences.ts';
import { askOracle } from './ask-oracle.ts';
import type { OracleQuestion } from './ask-oracle.ts';
import { compareRequests } from './compare-requests.ts';
import type { Difference } from './compare-requests.ts';
import { documentOperations } from './document-operations.ts';
import type { DocumentOperation } from './document-operations.ts';
import { drawArguments } from './draw-arguments.ts';
import { sendCall } from './send-call.ts';
import type { SentRequest } from './sent-request.ts';

/** How the calls of a document compare with the oracle's. */
export interface OracleTally {
  /** Sets of arguments wanted: two of each operation. */
  wanted: number;
  /** Calls that were compared. */
  calls: number;
  equal: number;
  /** Calls that are equal but for the header Accept. */
  equalButAccept: number;
  /** Calls that differ in accepted ways only. */
  accepted: number;
  /** Differences by the class that accepts them. */
  classes: Map<string, number>;
  /** No arguments could be drawn from the schemas. */
  undrawn: string[];
  unexplained: { call: string; difference: Difference }[];
}

/** Who sends the call of a tool: the runtime here, or an exported project elsewhere. */
export type Sender = (
  tool: string,
  args: JsonObject,
  hasSecrets: boolean,
) => Promise<SentRequest | string>;

export function emptyTally(): OracleTally {
  const counts = { wanted: 0, calls: 0, equal: 0, equalButAccept: 0, accepted: 0 };
  return { ...counts, classes: new Map(), undrawn: [], unexplained: [] };
}

/** Adds what one document gave to what all of them give. */
export function addTally(total: OracleTally, tally: OracleTally): void {
  total.wanted += tally.wanted;
  total.calls += tally.calls;
  total.equal += tally.equal;
  total.equalButAccept += tally.equalButAccept;
  total.accepted += tally.accepted;
  total.undrawn.push(...tally.undrawn);
  total.unexplained.push(...tally.unexplained);
  for (const [id, count] of tally.classes)
    total.classes.set(id, (total.classes.get(id) ?? 0) + count);
}

/** Whether a document says which operations need its security schemes. */
export function assignsSecurity(root: JsonObject, operations: DocumentOperation[]): boolean {
  const holders = [root, ...operations.map(({ operation }) => operation)];
  return holders.some((holder) => holder['security'] !== undefined);
}

/** Calls every tool twice, with the fewest and with all arguments, and compares what is sent. */
export async function runOracle(
  source: { name: string; address: string; root: JsonObject; blueprint: Blueprint },
  send?: Sender,
): Promise<OracleTally> {
  const { name, address, root, blueprint } = source;
  const definition = toServerDefinition(blueprint, new Map());
  const sender: Sender = send ?? ((tool, args, has) => sendCall(definition, tool, args, has));
  const operations = documentOperations(root);
  const hasSecrets = assignsSecurity(root, operations);
  const nameOf = new Map(blueprint.tools.map((tool) => [tool.origin?.operation, tool.name]));
  const tools = new Map(definition.tools.map((tool) => [tool.name, tool]));
  const tally = emptyTally();
  for (const operation of operations) {
    const tool = tools.get(nameOf.get(operation.key) ?? '');
    if (tool?.action.kind !== 'http') throw new Error(`${operation.key} is no tool.`);
    for (const withOptional of [false, true]) {
      tally.wanted += 1;
      const call = `${operation.key} of ${name} ${withOptional ? 'with all' : 'with the least'}`;
      const args = drawArguments(tool, definition.definitions, { withOptional, seed: call });
      if (args === null) {
        tally.undrawn.push(call);
        continue;
      }
      const question = { root, address, operation, action: tool.action, args, hasSecrets };
      count(tally, call, question, await differencesOf(question, tool.name, sender));
    }
  }
  return tally;
}

async function differencesOf(
  question: OracleQuestion,
  tool: string,
  send: Sender,
): Promise<Difference[]> {
  const [ours, theirs] = [
    await send(tool, question.args, question.hasSecrets),
    await askOracle(question),
  ];
  if (typeof ours !== 'string' && typeof theirs !== 'string') return compareRequests(ours, theirs);
  const refusal = (answer: SentRequest | string) => (typeof answer === 'string' ? answer : null);
  return [{ part: 'refused', name: '', ours: refusal(ours), theirs: refusal(theirs) }];
}

function count(
  tally: OracleTally,
  call: string,
  question: OracleQuestion,
  differences: Difference[],
): void {
  tally.calls += 1;
  let isAccepted = true;
  for (const difference of differences) {
    const found = ACCEPTED_DIFFERENCES.find(({ covers }) =>
      covers(difference, question, differences),
    );
    if (found) tally.classes.set(found.id, (tally.classes.get(found.id) ?? 0) + 1);
    else tally.unexplained.push({ call, difference });
    isAccepted &&= found !== undefined;
  }
  if (differences.every(({ part, name }) => part === 'header' && name === 'accept'))
    tally.equalButAccept += 1;
  if (differences.length === 0) tally.equal += 1;
  else if (isAccepted) tally.accepted += 1;
}

import type { UIMessageStreamWriter } from 'ai';

import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { answerReport } from '#app/builder/tools/run-checks.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { KEPT_CHUNK } from './log/lose-unkept.ts';
import { writtenFiles } from './written-files.ts';

/** The most held items, and names of each, that a model is told of. */
const MAX_HELD = 10;

/** Makes the step's edits the draft; what a model should know of it, or null. */
export async function settleDraft(
  workspace: Workspace,
  writer: UIMessageStreamWriter,
): Promise<string | null> {
  if (!workspace.isDirty && !workspace.isUnreported) {
    // A tool has asked for the report, and the model knows it.
    tellReport(workspace, writer);
    return null;
  }
  const files = writtenFiles(workspace.settled, workspace.blueprint);
  const tell = (state: 'writing' | 'written') => {
    for (const path of files) {
      writer.write({ type: 'data-file', data: { path, state }, transient: true });
    }
  };
  tell('writing');
  const problems = await workspace.settle();
  if (problems.length > 0) {
    return `The server cannot run as it is: ${JSON.stringify(problems.slice(0, 10))}`;
  }
  writer.write(KEPT_CHUNK);
  tell('written');
  const { report, delta } = await workspace.report();
  const { fails } = answerReport(report);
  tellReport(workspace, writer);
  const changes = delta
    ? ` In the report: now right ${listIds(delta.fixed)}, now wrong ${listIds(delta.broken)}.`
    : '';
  const found = fails.map(({ id, evidence, fix }) => ({ id, evidence, fix })).slice(0, 10);
  const waits = describeHeld(workspace.held) + describeDropped(workspace.takeDropped());
  const verdict = `The server runs. Report: ${verdictWords(report.verdict)}.`;
  return fails.length === 0
    ? `${verdict}${changes}${waits}`
    : `${verdict}${changes}${waits} What fails: ${JSON.stringify(found)}`;
}

/** Describes the changes that wait for the person, so that the model neither repeats nor asks for them. */
function describeHeld(held: readonly HeldItem[]): string {
  if (held.length === 0) return '';
  const shown = held.slice(0, MAX_HELD).flatMap(({ risks, parts }) => {
    const names = parts.slice(0, MAX_HELD).map(({ name }) => name);
    return [`${risks.join(' ')}${names.length > 0 ? ` (${names.join(', ')})` : ''}`];
  });
  return ` It works here, but the person decides on this with a button, and the server then applies it: ${shown.join(' ')} Neither repeat it nor ask for it in words; go on with the rest.`;
}

function describeDropped(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` The real calls of ${[...new Set(names)].slice(0, MAX_HELD).join(', ')} no longer wait, because the server was changed since: make them again.`;
}

/** Sends the person the state of the report, and how the turn changed it. */
function tellReport(workspace: Workspace, writer: UIMessageStreamWriter): void {
  const news = workspace.takeNews();
  if (news === null) return;
  const { report, delta } = news;
  const { verdict, score, fails } = answerReport(report);
  const data = { verdict, score, fails: fails.length, ...(delta ? { delta } : {}) };
  writer.write({ type: 'data-draft', id: 'draft', data });
}

function listIds(ids: string[]): string {
  return ids.length === 0 ? 'nothing' : ids.slice(0, 10).join(', ');
}

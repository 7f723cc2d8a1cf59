import type { UIMessageStreamWriter } from 'ai';

import type { Report } from '#app/blueprint/readiness/report.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { answerReport } from '#app/builder/tools/run-checks.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { KEPT_CHUNK } from './log/lose-unkept.ts';
import { writtenFiles } from './written-files.ts';

/** Problems, findings, held items and names that a model is told one by one. */
const MAX_TOLD = 10;

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
    const { shown, more } = takeFirst(problems);
    return `The server cannot run as it is: ${JSON.stringify(shown)}${more('more problems')}`;
  }
  writer.write(KEPT_CHUNK);
  tell('written');
  const { report, delta } = await workspace.report();
  const { fails } = answerReport(report);
  tellReport(workspace, writer);
  const changes = delta
    ? ` In the report: now right ${listIds(delta.fixed)}, now wrong ${listIds(delta.broken)}.`
    : '';
  const { shown, more } = takeFirst(fails);
  const found = shown.map(({ id, evidence, fix }) => ({ id, evidence, fix }));
  const waits = describeHeld(workspace.held) + describeDropped(workspace.takeDropped());
  const verdict = `The server runs. Report: ${verdictWords(report.verdict)}.`;
  return fails.length === 0
    ? `${verdict}${changes}${waits}`
    : `${verdict}${changes}${waits} What fails: ${JSON.stringify(found)}${more('more fail: see read_report')}`;
}

/** The first items of a list, and a sentence with the number of the others; empty where that is all. */
function takeFirst<Item>(items: readonly Item[]) {
  const left = items.length - MAX_TOLD;
  return {
    shown: items.slice(0, MAX_TOLD),
    more: (what: string) => (left > 0 ? ` And ${left} ${what}.` : ''),
  };
}

/** Describes the changes that wait for the person, so that the model neither repeats nor asks for them. */
function describeHeld(held: readonly HeldItem[]): string {
  if (held.length === 0) return '';
  const { shown, more } = takeFirst(held);
  const items = shown.map(({ risks, parts, more: others }) => {
    const names = parts.map(({ name }) => name);
    return `${risks.join(' ')}${names.length > 0 ? ` (${listNames(names, others)})` : ''}`;
  });
  return ` It works here, but the person decides on this with a button, and the server then applies it: ${items.join(' ')}${more('more changes wait')} Neither repeat it nor ask for it in words; go on with the rest.`;
}

function describeDropped(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` The real calls of ${listNames([...new Set(names)])} no longer wait, because the server was changed since: make them again.`;
}

/** Sends the person the state of the report, and how the turn changed it. */
function tellReport(workspace: Workspace, writer: UIMessageStreamWriter): void {
  const news = workspace.takeNews();
  if (news === null) return;
  const { report, delta } = news;
  const { verdict, score, fails } = answerReport(report);
  const told = delta && { ...delta, titles: titlesOf(report, [...delta.fixed, ...delta.broken]) };
  const data = { verdict, score, fails: fails.length, ...(told ? { delta: told } : {}) };
  writer.write({ type: 'data-draft', id: 'draft', data });
}

/** Titles of checks for people, by their ids. */
function titlesOf({ checks }: Report, ids: readonly string[]): Record<string, string> {
  const titles = new Map(checks.map(({ id, title }) => [id, title]));
  return Object.fromEntries(ids.map((id) => [id, titles.get(id) ?? id]));
}

function listIds(ids: readonly string[]): string {
  return ids.length === 0 ? 'nothing' : listNames(ids);
}

/** The first names, and how many more there are. */
function listNames(names: readonly string[], others = 0): string {
  const shown = names.slice(0, MAX_TOLD);
  const left = names.length - shown.length + others;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

import { readFileSync } from 'node:fs';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { verdictWords } from '#app/platform/verdict.ts';
import { templates } from '#app/templates/templates.ts';

import { addressOf, CORPUS_NAMES, readDocument } from '../corpus/corpus.ts';
import { reportOf } from './running.ts';

/** Servers of more tools are judged by their blueprint alone: running each takes seconds. */
const MAX_RUN = 60;

/** One document, and the verdict on the server that an import makes of it. */
export interface Judged {
  name: string;
  tools: number;
  report: Report;
}

/** A document to judge: of the corpus, a collection, or a template. */
export interface JudgedSource {
  name: string;
  read: () => string;
  url?: string;
}

export const CORPUS_SOURCES: readonly JudgedSource[] = CORPUS_NAMES.map((name) => {
  return { name, read: () => readDocument(name), url: addressOf(name) };
});

export const TEMPLATE_SOURCES: readonly JudgedSource[] = templates.map(({ id }) => {
  return { name: id, read: () => readFileSync(`app/templates/${id}.yaml`, 'utf8') };
});

export async function judgeSource({ name, read, url }: JudgedSource): Promise<Judged> {
  const imported = await importDocument(read(), url === undefined ? {} : { url });
  if (!imported.ok) throw new Error(`${name}: ${imported.message}`);
  const { blueprint } = imported.value;
  const tools = blueprint.tools.length;
  const report = tools <= MAX_RUN ? await reportOf(blueprint) : judge({ blueprint });
  return { name, tools, report };
}

const failsOf = ({ report }: Judged) =>
  report.checks.filter(({ status }) => status === 'fail').map(({ id }) => id);

/** The documents by their verdicts, as docs/readiness.md shows them. */
export function toVerdictTable(all: readonly Judged[]): string {
  const groups = Map.groupBy(all, ({ report }) => verdictWords(report.verdict));
  const order = ['Ready', ...[1, 2, 3, 4, 5].map((count) => `${count} thing`), 'Not usable yet'];
  const rankOf = (words: string) => order.findIndex((start) => words.startsWith(start));
  const rows = [...groups]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([words, own]) => {
      const scores = own.flatMap(({ report }) => report.score ?? []);
      const range = scores.length === 0 ? '-' : toRange(Math.min(...scores), Math.max(...scores));
      return `| ${words} | ${own.length} | ${range} | ${own.map(({ name }) => name).join(', ')} |`;
    });
  return ['| verdict | documents | score | which |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function toRange(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

/** Documents that are named one by one. */
const MAX_NAMED = 10;

/** The checks that fail, most often first, and of which documents. */
export function toFailureTable(all: readonly Judged[]): string {
  const found = all.flatMap((each) => failsOf(each).map((id) => ({ id, name: each.name })));
  const rows = [...Map.groupBy(found, ({ id }) => id)]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([id, own]) => {
      const names = own.map(({ name }) => name);
      const shown = names.length > MAX_NAMED ? '' : names.join(', ');
      return `| \`${id}\` | ${names.length} | ${shown} |`;
    });
  return ['| check | fails for | which |', '| --- | --- | --- |', ...rows].join('\n');
}

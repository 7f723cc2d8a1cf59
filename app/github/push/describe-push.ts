import type {
  ContractChange,
  ContractDiff,
  ContractFinding,
} from '#app/blueprint/diff/contract/contract-diff.ts';
import {
  describeContract,
  describeFate,
  namePlace,
  WEIGHT_WORDS,
} from '#app/blueprint/diff/contract/contract-words.ts';
import { escapeMarkdown } from '#app/blueprint/generate/escape-markdown.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { verdictWords } from '#app/platform/verdict.ts';

/** A version that is pushed, with what is told about it on GitHub. */
export interface PushedContent {
  title: string;
  version: number;
  message: string | null;
  /** The version that the branch holds; null: none of ours. */
  before: number | null;
  /** Changes for callers since then; null: nothing to compare with. */
  contract: ContractDiff | null;
  /** Null: it was not checked. */
  report: Report | null;
  /** Edited files that stay as they are. */
  kept: string[];
}

const MAX_TOOLS = 50;
const MAX_FINDINGS = 5;
const MAX_CHECKS = 20;
const MAX_TITLE = 120;

/** The message of a push's commit. */
export function toCommitMessage({
  number,
  message,
}: {
  number: number;
  message: string | null;
}): string {
  const note = (message ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim();
  return note === '' ? `Version ${number}` : `Version ${number}: ${note}`;
}

/** The title of a push's pull request. */
export function toPullTitle({ title, version }: PushedContent): string {
  const name = Array.from(title.replaceAll(/\p{Cc}+/gu, ' ').trim());
  return `${name.slice(0, MAX_TITLE).join('')}: version ${version}`;
}

/** The description of a push's pull request: what callers notice, the report, and files that stay edited. */
export function toPullBody(content: PushedContent): string {
  const parts = [
    content.message === null ? [] : [quiet(content.message)],
    describeChanges(content),
    describeReport(content.report),
    describeKept(content.kept),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function describeChanges({ before, contract }: PushedContent): string[] {
  if (before === null || contract === null) return [];
  const { tools, more, server } = contract;
  const lines = [
    `## Changes for callers since version ${before}`,
    '',
    describeContract(contract),
    '',
    ...server.slice(0, MAX_FINDINGS).map((finding) => `- ${describeFinding(finding)}`),
    ...tools.slice(0, MAX_TOOLS).flatMap(describeTool),
  ];
  const left = more + Math.max(0, tools.length - MAX_TOOLS);
  return left === 0 ? lines : [...lines, `- And ${left} more tools.`];
}

function describeTool(change: ContractChange): string[] {
  const { tool, findings, more, weight } = change;
  const left = more + Math.max(0, findings.length - MAX_FINDINGS);
  return [
    `- **${WEIGHT_WORDS[weight]}**: ${quiet(tool)} ${quiet(describeFate(change))}`,
    ...findings.slice(0, MAX_FINDINGS).map((finding) => `  - ${describeFinding(finding)}`),
    ...(left > 0 ? [`  - And ${left} more.`] : []),
  ];
}

function describeFinding(finding: ContractFinding): string {
  const path = finding.path === '' ? '' : ` ${quiet(finding.path)}`;
  return `${namePlace(finding)}${path}: ${quiet(finding.text)}`;
}

function describeReport(report: Report | null): string[] {
  if (report === null) return ['## Readiness', '', 'This version was not checked.'];
  const { verdict, score, reason, checks } = report;
  const failed = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  const marks = { fail: 'Fails', warn: 'Warning' };
  const lines = [
    '## Readiness',
    '',
    `${verdictWords(verdict)}${score === null ? '' : `, score ${score} of 100`}. ${quiet(reason)}`,
    '',
    ...failed.slice(0, MAX_CHECKS).map(({ status, title, evidence }) => {
      const mark = status === 'fail' ? marks.fail : marks.warn;
      return `- ${mark}: ${quiet(title)}. ${quiet(evidence.text)}`;
    }),
  ];
  const left = failed.length - MAX_CHECKS;
  return left > 0 ? [...lines, `- And ${left} more.`] : lines;
}

function describeKept(kept: string[]): string[] {
  if (kept.length === 0) return [];
  return [
    '## Edited files that stay as they are',
    '',
    ...kept.slice(0, MAX_TOOLS).map((path) => `- ${quiet(path)}`),
    ...(kept.length > MAX_TOOLS ? [`- And ${kept.length - MAX_TOOLS} more.`] : []),
  ];
}

/** A text that is not ours, without markup, and without a mention that would call somebody. */
function quiet(text: string): string {
  return escapeMarkdown(text).replaceAll('@', '@<!-- -->');
}

import type { ChecksReport } from './checks-report.ts';
import { countStatuses } from './checks-report.ts';
import { STATUS_NAMES, toSections } from './report-sections.ts';
import type { ReportGroup, ReportLine } from './report-sections.ts';

/** A report as a document to keep, or to paste into an issue. Texts of the server stay text. */
export function toMarkdown(report: ChecksReport): string {
  const { server, checkedAt } = report;
  const parts = [
    `# Checks of ${escape(server.name)}`,
    [
      `- Address: ${server.address === null ? 'left out, because it gives access' : code(server.address)}`,
      `- Version: ${escape(server.version) || 'not given'}`,
      `- Revision: ${escape(server.revision)}`,
      `- Asked: ${server.route === 'direct' ? 'from a browser' : 'through a relay'}, ${checkedAt}`,
    ].join('\n'),
  ];
  for (const { title, summary, groups } of toSections(report)) {
    const counts = countStatuses(groups.flatMap(({ lines }) => lines));
    const numbers = `${counts.fail} fail, ${counts.warn} warn, ${counts.pass} pass, ${counts.notApplicable} not applicable`;
    parts.push(`## ${title}`, `${escape(summary)} (${numbers})`, ...groups.map(toGroup));
  }
  return `${parts.join('\n\n')}\n`;
}

function toGroup({ title, lines }: ReportGroup): string {
  return [`### ${escape(title)}`, lines.map(toItem).join('\n')].join('\n\n');
}

function toItem(line: ReportLine): string {
  const { title, status, text, note, fix, quote, url, date, id } = line;
  const about = note === null ? '' : ` (${escape(note)})`;
  const head = `- **${STATUS_NAMES[status]}** ${escape(title)}${about}: ${escape(text)} ${code(id)}`;
  if (status === 'pass' || status === 'notApplicable') return head;
  const source = quote === null ? null : `“${escape(quote)}” ${linkOf(url, date)}`;
  const more = [fix === null ? null : `Fix: ${escape(fix)}`, source];
  const lines = more.filter((each) => each !== null).map((each) => `  - ${each}`);
  return [head, ...lines, ...line.evidence.slice(0, 1).map(toExhibit)].join('\n');
}

function linkOf(url: string | null, date: string | null): string {
  if (url === null) return '';
  return `<${url.replaceAll('>', '%3E')}>${date === null ? '' : ` (${date})`}`;
}

function toExhibit({ sent, got }: { sent: string; got: string }): string {
  const text = [sent, got].filter((each) => each !== '').join('\n\n');
  return text === '' ? '' : indent(fence(text));
}

/** A fence that the text cannot close. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${text}\n${mark}`;
}

function indent(text: string): string {
  return `\n${text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
}

function code(text: string): string {
  return `\`${text.replace(/[`\n\r]/g, ' ')}\``;
}

/** Words of a server are no markup: on one line, and without a sign that means something. */
function escape(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#|!~]/g, String.raw`\$&`);
}

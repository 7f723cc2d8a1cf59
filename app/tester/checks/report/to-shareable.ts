import { redactText } from '#app/platform/redact.ts';

import type { ChecksReport } from './checks-report.ts';

/**
 * A report without anything of the form of a credential, in whatever text: the page has taken out those that it
 * sent, but a server may show others.
 */
export function toShareable(report: ChecksReport): ChecksReport {
  return {
    ...report,
    server: { ...report.server, name: redactText(report.server.name) },
    conformance: report.conformance.map((line) => ({
      ...line,
      text: redactText(line.text),
      evidence: line.evidence.map(redactEvidence),
    })),
    readiness: {
      ...report.readiness,
      reason: redactText(report.readiness.reason),
      lines: report.readiness.lines.map((line) => ({
        ...line,
        text: redactText(line.text),
        evidence: line.evidence.map(redactEvidence),
      })),
    },
    hosts: {
      name: redactText(report.hosts.name),
      lines: report.hosts.lines.map((line) => ({
        ...line,
        text: redactText(line.text),
        faults: line.faults.map(redactText),
      })),
    },
  };
}

function redactEvidence({ sent, got }: { sent: string; got: string }) {
  return { sent: redactText(sent), got: redactText(got) };
}

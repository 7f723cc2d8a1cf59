import { redactText } from '#app/platform/redact.ts';
import { toPublicAddress } from '#app/tester/servers/public-address.ts';

import type { ChecksReport } from './checks-report.ts';

/**
 * A report without anything of the form of a credential, in whatever text: the page has taken out those that it
 * sent, but a server may show others.
 */
export function toShareable(report: ChecksReport): ChecksReport {
  const { server, conformance, readiness, hosts } = report;
  return {
    ...report,
    server: {
      ...server,
      name: redactText(server.name),
      version: redactText(server.version),
      revision: redactText(server.revision),
      address: server.address && toPublicAddress(server.address).url,
    },
    conformance: conformance.map((line) => ({
      ...redactWords(line),
      sentence: redactText(line.sentence),
      evidence: line.evidence.map(redactEvidence),
    })),
    readiness: {
      ...readiness,
      reason: redactText(readiness.reason),
      lines: readiness.lines.map((line) => ({
        ...redactWords(line),
        evidence: line.evidence.map(redactEvidence),
      })),
    },
    hosts: {
      name: redactText(hosts.name),
      lines: hosts.lines.map((line) => ({
        ...redactWords(line),
        quote: redactText(line.quote),
        faults: line.faults.map(redactText),
      })),
    },
  };
}

/** A line with its words redacted; a fix names tools, and says what their server wrote. */
function redactWords<Line extends { title: string; text: string; fix?: string | undefined }>(
  line: Line,
): Line {
  const { title, text, fix } = line;
  return {
    ...line,
    title: redactText(title),
    text: redactText(text),
    ...(fix === undefined ? {} : { fix: redactText(fix) }),
  };
}

function redactEvidence({ sent, got }: { sent: string; got: string }) {
  return { sent: redactText(sent), got: redactText(got) };
}

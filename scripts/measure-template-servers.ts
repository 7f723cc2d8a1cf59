import { importDocument } from '#app/blueprint/import/import-document.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { makeArtifact } from '#app/blueprint/generate/artifact.ts';
import { pickCalls } from '#app/blueprint/generate/pick-calls.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { enabledTools, toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';
import { EXAMPLE } from '#app/templates/example.ts';
import type { TemplateReport } from '#app/templates/template-report.ts';
import type { TemplateServer, TemplateTool } from '#app/templates/template-server.ts';
import { templates, type TemplateId } from '#app/templates/templates.ts';
import type { ServerDefinition } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { createStatefulProtocol } from '#app/runtime/protocol/session/stateful-protocol.ts';
import { toServedDefinition } from '#app/runtime/served-definition.ts';
import type { ToolRunner } from '#app/runtime/tool-context.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';
import { groupChecks } from '#app/workbench/report/report-groups.ts';

/** No real host: the requests never leave this process. */
const HOST = 'template.example';
const CALL_TIMEOUT_MS = 10_000;

/**
 * Imports every template, runs its server, calls each of its tools once and makes its report. All of
 * it happens while this module is loaded: afterwards `runnerImport` closes the module runner.
 */
const measured = await Promise.all(templates.map(({ id }) => measureServer(id)));

export const templateServers: TemplateServer[] = measured.map(({ server }) => server);

/** The report of the server that the start page shows. */
export const exampleReport = measured.find(({ server }) => server.id === EXAMPLE)?.report;

async function measureServer(id: TemplateId) {
  const imported = await importDocument(getTemplateDocument(id) ?? '');
  if (!imported.ok) throw new Error(`The template ${id} cannot be imported: ${imported.message}`);
  const { blueprint } = imported.value;
  const [tools, report] = await Promise.all([
    Promise.all(enabledTools(blueprint).map((tool) => callOnce(blueprint, tool))),
    reportOn(blueprint),
  ]);
  const applied = report.checks.filter(({ status }) => status !== 'notApplicable');
  const server: TemplateServer = {
    id,
    tools,
    verdict: report.verdict,
    passed: applied.filter(({ status }) => status === 'pass').length,
    checks: applied.length,
  };
  return { server, report: toTemplateReport(report) };
}

function toTemplateReport({ verdict, score, checks }: Report): TemplateReport {
  const families = groupChecks(checks).map((group) => ({
    title: group.title,
    checks: group.checks.flatMap(({ title, status, evidence }) =>
      status === 'notApplicable' ? [] : [{ title, status, found: evidence.text }],
    ),
  }));
  return { verdict, score, families: families.filter((family) => family.checks.length > 0) };
}

async function callOnce(blueprint: Blueprint, tool: Tool): Promise<TemplateTool> {
  const { name, title, annotations } = tool;
  const args = pickCalls(tool, blueprint.definitions).valid ?? {};
  const run = createMockRunner(toServerDefinition(blueprint, new Map()));
  const client = { ...QUIET_CLIENT, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
  const result = await run({ name, arguments: args }, client);
  if (result.isError) throw new Error(`The tool ${name} fails: ${JSON.stringify(result)}`);
  const text = result.content?.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return {
    name,
    title: title ?? null,
    isReadOnly: annotations?.readOnlyHint === true,
    call: {
      arguments: args,
      answer: result.structuredContent
        ? JSON.stringify(result.structuredContent, null, 2)
        : (text ?? []).join('\n'),
    },
  };
}

async function reportOn(blueprint: Blueprint): Promise<Report> {
  const artifact = await makeArtifact(blueprint);
  if (!artifact.ok) throw new Error(artifact.message);
  const definition = toServerDefinition(blueprint, new Map());
  const fetch = createStatefulProtocol({
    served: toServedDefinition(definition),
    runTool: createMockRunner(definition),
    hosts: [HOST],
    origins: definition.policies.allowedOrigins,
    // The probe sends invalid requests on purpose.
    onError: () => undefined,
  });
  const [server, upstream, runs] = await Promise.all([
    probe({ fetch, url: `https://${HOST}/mcp`, sendsHost: true, mayCallAny: true }),
    probeUpstream(blueprint),
    runExamples(blueprint, createMockRunner(definition)),
  ]);
  return judge({ blueprint, files: artifact.value.files, server, upstream, runs });
}

/** Runs tools against the mock of their API. */
function createMockRunner(server: ServerDefinition): ToolRunner {
  const fetch = createMockFetch(server);
  return (call, client) => runTool(server, call, { ...client, fetch });
}

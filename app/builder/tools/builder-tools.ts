import { addExample } from './add-example.ts';
import { askUser } from './ask-user.ts';
import type { BuilderTool } from './builder-tool.ts';
import { diffSince } from './diff-since.ts';
import { editTools } from './edit-tools.ts';
import { fixFindings } from './fix-findings.ts';
import { importDocument } from './import-document.ts';
import { proposePlan } from './propose-plan.ts';
import { readBlueprint } from './read-blueprint.ts';
import { readFile } from './read-file.ts';
import { readReport } from './read-report.ts';
import { removePart } from './remove-part.ts';
import { removeTool } from './remove-tool.ts';
import { renameTool } from './rename-tool.ts';
import { restore } from './restore.ts';
import { runChecks } from './run-checks.ts';
import { runTool } from './run-tool.ts';
import { searchOperations } from './search-operations.ts';
import { selectTools } from './select-tools.ts';
import { setIdentity } from './set-identity.ts';
import { setPolicies } from './set-policies.ts';
import { setTitle } from './set-title.ts';
import { setMock } from './set-mock.ts';
import { setUpstream } from './set-upstream.ts';
import { upsertPrompt } from './upsert-prompt.ts';
import { upsertResource } from './upsert-resource.ts';
import { upsertTool } from './upsert-tool.ts';

const TOOLS = [
  proposePlan,
  askUser,
  readBlueprint,
  searchOperations,
  readFile,
  importDocument,
  setIdentity,
  setUpstream,
  setPolicies,
  upsertTool,
  editTools,
  selectTools,
  removeTool,
  renameTool,
  upsertResource,
  upsertPrompt,
  addExample,
  removePart,
  setMock,
  runTool,
  runChecks,
  readReport,
  fixFindings,
  diffSince,
  restore,
  setTitle,
] as const;

/** The names of the tools, so that a call of one that is not there does not compile. */
export type BuilderToolName = (typeof TOOLS)[number]['name'];

/** All that the builder's model can do. A tool is a file beside this one, and a line above. */
export const BUILDER_TOOLS: readonly BuilderTool<BuilderToolName>[] = TOOLS;

const BY_NAME: ReadonlyMap<string, BuilderTool<BuilderToolName>> = new Map(
  TOOLS.map((tool) => [tool.name, tool]),
);

/** The tool of a name; undefined for a name that no tool has any more. */
export function findTool(name: string): BuilderTool<BuilderToolName> | undefined {
  return BY_NAME.get(name);
}

/** The wording of each tool's call: while it runs, and when it is done. */
const WORDS: Record<string, { now: string; done: string }> = {
  propose_plan: { now: 'Planning', done: 'Plan' },
  ask_user: { now: 'Asking', done: 'Question' },
  read_blueprint: { now: 'Reading the server', done: 'Read the server' },
  read_file: { now: 'Reading a file', done: 'Read a file' },
  import_document: { now: 'Importing', done: 'Imported' },
  set_identity: { now: 'Naming the server', done: 'Named the server' },
  set_upstream: { now: 'Setting the API', done: 'Set the API' },
  upsert_tool: { now: 'Writing a tool', done: 'Wrote a tool' },
  remove_tool: { now: 'Removing a tool', done: 'Removed a tool' },
  rename_tool: { now: 'Renaming a tool', done: 'Renamed a tool' },
  upsert_resource: { now: 'Writing a resource', done: 'Wrote a resource' },
  upsert_prompt: { now: 'Writing a prompt', done: 'Wrote a prompt' },
  restore: { now: 'Restoring an earlier state', done: 'Restored an earlier state' },
  add_example: { now: 'Adding an example', done: 'Added an example' },
  run_tool: { now: 'Calling a tool', done: 'Called a tool' },
  run_checks: { now: 'Checking the server', done: 'Checked the server' },
  fix_findings: { now: 'Fixing what the report found', done: 'Fixed what the report found' },
};

/** The words for one call of a tool. */
export function describeActivity(tool: string, isDone: boolean): string {
  const words = WORDS[tool];
  if (!words) return tool;
  return isDone ? words.done : words.now;
}

/** The subject of a call: the name of a tool, an address, a file. */
export function subjectOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const known = input as Record<string, unknown>;
  const several = known['names'] ?? known['renames'];
  if (Array.isArray(several)) return `${several.length} tools`;
  for (const field of ['name', 'to', 'tool', 'path', 'url', 'template', 'id', 'baseUrl', 'title']) {
    const value = known[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generateFiles } from '#app/blueprint/generate/generate.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

import { countOf, importNamed } from './import-named.server.ts';
import type { CliCommand } from './read-arguments.server.ts';
import type { ExitCode, Invocation, Terminal } from './terminal.server.ts';
import { spareMemory } from './spare-memory.server.ts';
import { findObstacle, writeProject } from './write-project.server.ts';

/** Writes the project of a document; the output is the directory and its contents. */
export async function runGenerate(
  command: Extract<CliCommand, { name: 'generate' }>,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, force } = command;
  const obstacle = findObstacle(out, force);
  if (obstacle !== null) {
    terminal.complain(obstacle);
    return 2;
  }
  const collectGarbage = await spareMemory(command.document);
  const imported = await importNamed(command.document, invocation, terminal, collectGarbage);
  if (imported === null) return 1;
  const blueprint = chooseTools(imported.blueprint, command.tools, terminal);
  if (blueprint === null) return 2;

  terminal.progress('Generating …');
  collectGarbage();
  const written = writeProject(out, generateFiles(blueprint));
  if (!written.ok) {
    terminal.complain(written.message);
    return 1;
  }
  const { length } = imported.warnings;
  if (length > 0) {
    const places = countOf(length, 'place');
    terminal.say(`${places} could not be imported exactly: \`inspect\` lists them.`);
  }
  reportOutdated(written.value, terminal);
  const served = blueprint.tools.filter(({ enabled }) => enabled).length;
  terminal.say(`Next: cd ${out} && npm install && npm test && npm run build && npm start`);
  terminal.print(`${out}: ${countOf(served, 'tool')}, ${countOf(written.value.count, 'file')}`);
  return 0;
}

function reportOutdated(
  { removed, changed }: { removed: string[]; changed: string[] },
  terminal: Terminal,
): void {
  if (removed.length > 0) {
    terminal.say(`Removed ${countOf(removed.length, 'file')} that the earlier version had.`);
  }
  for (const path of changed) {
    terminal.say(`Kept ${path}: this version does not have it, but it was changed by hand.`);
  }
}

/** Disables all tools but the named ones; null if a name is unknown. */
function chooseTools(
  blueprint: Blueprint,
  wanted: string[] | null,
  terminal: Terminal,
): Blueprint | null {
  if (wanted === null) return blueprint;
  const names = blueprint.tools.map(({ name }) => name);
  const unknown = wanted.filter((name) => !names.includes(name));
  for (const name of unknown) {
    const near = closestName(name, names);
    terminal.complain(
      `There is no tool "${name}"${near === null ? '' : `: did you mean "${near}"`}.`,
    );
  }
  if (unknown.length > 0) return null;
  const tools = blueprint.tools.map((tool) => ({ ...tool, enabled: wanted.includes(tool.name) }));
  return { ...blueprint, tools };
}

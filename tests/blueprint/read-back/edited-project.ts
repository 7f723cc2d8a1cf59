import { format, type FormatConfig } from 'oxfmt';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { generate } from '#app/blueprint/generate/generate.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { readBack, type ReadBack } from '#app/blueprint/read-back/read-back.ts';
import type { RepositoryFile } from '#app/blueprint/read-back/repository-file.ts';

/** The generated project of a server in a repository, as its developer edits it. */
export class EditedProject {
  readonly before: Blueprint;
  readonly #generated: Map<string, string>;
  readonly #files: Map<string, RepositoryFile>;

  constructor(before: Blueprint) {
    this.before = before;
    this.#generated = new Map(generate(before).map(({ path, text }) => [path, text]));
    this.#files = new Map([...this.#generated.keys()].map((path) => [path, { kind: 'same' }]));
  }

  /** The files that are there. */
  paths(): string[] {
    return [...this.#files.keys()];
  }

  text(path: string): string {
    const file = this.#files.get(path);
    const text = file?.kind === 'text' ? file.text : this.#generated.get(path);
    if (file === undefined || text === undefined) throw new Error(`There is no ${path}.`);
    return text;
  }

  write(path: string, text: string): this {
    this.#files.set(path, { kind: 'text', text });
    return this;
  }

  set(path: string, file: RepositoryFile): this {
    this.#files.set(path, file);
    return this;
  }

  remove(path: string): this {
    this.text(path);
    this.#files.delete(path);
    return this;
  }

  /** Replaces a text that a file has, once. */
  edit(path: string, ...edits: [from: string | RegExp, to: string][]): this {
    for (const [from, to] of edits) {
      const text = this.text(path);
      const edited = text.replace(from, () => to);
      if (edited === text) throw new Error(`${path} has no ${String(from)}.`);
      this.write(path, edited);
    }
    return this;
  }

  /** Runs a formatter over every file that it knows. */
  async format(config: FormatConfig): Promise<this> {
    for (const path of this.#files.keys()) {
      if (!/\.(ts|json|md)$/.test(path) || path === 'package-lock.json') continue;
      const { code, errors } = await format(path, this.text(path), config);
      if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`);
      this.write(path, code);
    }
    return this;
  }

  /** Every text with the line ends of Windows. */
  useWindowsLines(): this {
    for (const path of this.#files.keys()) {
      this.write(path, this.text(path).replaceAll('\n', '\r\n'));
    }
    return this;
  }

  read(): ReadBack {
    const { before } = this;
    const read = readBack({ before, generated: this.#generated, repository: this.#files });
    const checked = parseBlueprint(read.blueprint);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    return read;
  }

  /** The server as the repository has it, of which everything was understood. */
  readAll(): Blueprint {
    const { blueprint, problems } = this.read();
    if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2));
    return blueprint;
  }

  /** The edits in sentences, all of which were understood. */
  changes(): string[] {
    return describeDiff(diffBlueprints(this.before, this.readAll()));
  }
}

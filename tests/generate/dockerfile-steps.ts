import { execFile } from 'node:child_process';
import { cp, mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One stage of a build: its root directory and what its instructions set. */
export interface BuiltStage {
  root: string;
  workdir: string;
  variables: Record<string, string>;
  user: string | null;
  command: string[];
  healthcheck: string[];
}

/**
 * Does what `docker build` would do with the instructions of a Dockerfile, each stage in a folder of
 * `directory` that stands for its file system. Fails at an instruction that it does not know.
 *
 * @returns the last stage.
 */
export async function followDockerfile(
  text: string,
  context: string,
  directory: string,
): Promise<BuiltStage> {
  const stages = new Map<string, BuiltStage>();
  let stage: BuiltStage | null = null;
  for (const line of text.replaceAll(/\\\n\s*/g, '').split('\n')) {
    const [instruction = '', ...words] = line.trim().split(/\s+/);
    if (instruction === '' || instruction.startsWith('#')) continue;
    if (instruction === 'FROM') {
      const name = words[2] ?? 'last';
      stage = await createStage(join(directory, name));
      stages.set(name, stage);
    } else if (stage === null) {
      throw new Error(`${instruction} stands before FROM.`);
    } else {
      await follow(stage, instruction, words, context, stages);
    }
  }
  const last = stages.get('last');
  if (last === undefined) throw new Error('The last stage has no FROM.');
  return last;
}

async function createStage(root: string): Promise<BuiltStage> {
  await mkdir(root, { recursive: true });
  return { root, workdir: '/', variables: {}, user: null, command: [], healthcheck: [] };
}

async function follow(
  stage: BuiltStage,
  instruction: string,
  words: string[],
  context: string,
  stages: Map<string, BuiltStage>,
): Promise<void> {
  const rest = words.join(' ');
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = rest;
      await mkdir(join(stage.root, rest), { recursive: true });
      return;
    case 'ENV':
      stage.variables[rest.slice(0, rest.indexOf('='))] = rest.slice(rest.indexOf('=') + 1);
      return;
    case 'RUN':
      await run('sh', ['-c', rest], {
        cwd: join(stage.root, stage.workdir),
        env: { ...process.env, ...stage.variables, npm_config_prefer_offline: 'true' },
      });
      return;
    case 'COPY':
      await copy(stage, words, context, stages);
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'CMD':
      stage.command = JSON.parse(rest);
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
      return;
    case 'EXPOSE':
      return;
    default:
      throw new Error(`The instruction ${instruction} is not known here.`);
  }
}

/** `COPY [--from=stage] source… target`: a directory's content, or files into a directory. */
async function copy(
  stage: BuiltStage,
  words: string[],
  context: string,
  stages: Map<string, BuiltStage>,
): Promise<void> {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = join(stage.root, stage.workdir, paths.pop() ?? '');
  const base = from === undefined ? context : stages.get(from)?.root;
  if (base === undefined) throw new Error(`There is no stage ${from}.`);
  for (const path of paths) {
    const source = join(base, path);
    const isDirectory = (await stat(source)).isDirectory();
    const goal = isDirectory ? target : join(target, basename(path));
    await cp(source, goal, { recursive: true, verbatimSymlinks: true });
  }
}

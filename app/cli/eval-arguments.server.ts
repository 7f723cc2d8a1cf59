import { parseArgs } from 'node:util';

import { fail, succeed, type Result } from '#app/platform/result.ts';

/** How an eval is run from the command line. */
export interface EvalArguments {
  name: 'eval';
  file: string;
  /** `url` or `name=url`, in place of those in the file. */
  servers: string[];
  /** `provider:model`, in place of those in the file. */
  models: string[];
  /** In place of the file's. */
  runs: number | null;
  /** Each server is tried by itself, with the same tasks. */
  compare: boolean;
  /** A recording whose models' answers are replayed. */
  replay: string | null;
  /** Where the runs are written. */
  record: string | null;
  /** Share of the runs that have to pass, in percent. */
  minPass: number;
  /** US dollars for a million tokens of input and output. */
  price: { input: number; output: number } | null;
  json: boolean;
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  server: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  runs: { type: 'string' },
  compare: { type: 'boolean' },
  replay: { type: 'string' },
  record: { type: 'string' },
  'min-pass': { type: 'string' },
  price: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const MAX_RUNS = 50;

/** Reads the arguments of `eval`; a refusal is a sentence. */
export function readEvalArguments(
  args: string[],
): Result<EvalArguments, { reason: 'usage'; message: string }> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const refuse = (message: string) => fail({ reason: 'usage' as const, message });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) return refuse('Name an eval file, and one only.');
  const runs = values.runs === undefined ? null : Number(values.runs || 'none');
  if (runs !== null && (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS)) {
    return refuse(`--runs takes a number from 1 to ${MAX_RUNS}, not "${values.runs}".`);
  }
  const minPass = Number(values['min-pass'] ?? 100);
  if (values['min-pass'] === '' || !(minPass >= 0 && minPass <= 100)) {
    return refuse(`--min-pass takes a percentage, not "${values['min-pass']}".`);
  }
  const price = readPrice(values.price);
  if (price === undefined) return refuse('--price takes IN,OUT in dollars for a million tokens.');
  const { server: servers = [], model: models = [], replay = null, record = null } = values;
  if (replay !== null && models.length > 0) {
    return refuse('--replay needs no model: leave --model out.');
  }
  const compare = values.compare === true;
  const json = values.json === true;
  const asked = { servers, models, runs, compare, replay, record, minPass, price, json };
  return succeed({ name: 'eval', file, ...asked });
}

function readPrice(text: string | undefined): EvalArguments['price'] | undefined {
  if (text === undefined) return null;
  const [input, output, ...rest] = text.split(',').map((part) => Number(part || 'none'));
  if (input === undefined || output === undefined || rest.length > 0) return undefined;
  return input >= 0 && output >= 0 ? { input, output } : undefined;
}

import * as z from 'zod';

/** Parts of a model's response, in this order. */
const ModelLine = z.union([
  /** Text, word by word. */
  z.strictObject({ say: z.string() }),
  /** A tool call, with its arguments in small pieces. */
  z.strictObject({ call: z.string(), input: z.unknown() }),
  /** A tool call with this text as arguments, JSON or not. */
  z.strictObject({ call: z.string(), text: z.string() }),
  /** The connection ends in the middle of a word. */
  z.strictObject({ cut: z.literal(true) }),
  /** Nothing more is sent, but the connection stays open. */
  z.strictObject({ hang: z.literal(true) }),
  /** A pause of that many milliseconds. */
  z.strictObject({ pause: z.number() }),
  /** Waits until the gate of this name is opened ({@link openGate}). */
  z.strictObject({ gate: z.string() }),
  /** The company's error, inside the stream. */
  z.strictObject({ error: z.string() }),
]);
export type ModelLine = z.infer<typeof ModelLine>;

/** Tokens of one response, as its provider counts them; those of its cache are part of the input. */
const ModelUsage = z.strictObject({
  input: z.number(),
  cached: z.number().optional(),
  /** What the cache keeps from now on; only Anthropic counts it. */
  written: z.number().optional(),
  output: z.number(),
  /** US dollars, as OpenRouter reports them. */
  cost: z.number().optional(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** Usage of a response whose script names none. */
export const USUAL_USAGE: ModelUsage = { input: 1_000, output: 100 };

/** Response of a model to one request. */
export const ModelAnswer = z.union([
  z.strictObject({
    lines: z.array(ModelLine),
    finish: z.enum(['stop', 'length']).optional(),
    usage: ModelUsage.optional(),
  }),
  /** An error, with `retry-after` in seconds. */
  z.strictObject({
    status: z.number(),
    retryAfter: z.number().optional(),
    /** In the provider's own words. */
    message: z.string().optional(),
  }),
  /** The request is accepted, and no response is sent. */
  z.strictObject({ silence: z.literal(true) }),
  /** An HTML page of an intermediary. */
  z.strictObject({ page: z.string() }),
  /** A redirect to this address. */
  z.strictObject({ redirect: z.string() }),
  /** The connection breaks before a response. */
  z.strictObject({ broken: z.literal(true) }),
]);
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Responses in order; optionally the last one repeats. */
export const ModelScript = z.strictObject({
  answers: z.array(ModelAnswer),
  repeatsLast: z.boolean().default(false),
  /** Entries of `GET /models` for the key. */
  models: z.array(z.unknown()).default([]),
});

/** A received request. */
export interface ModelRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface Run {
  script: z.infer<typeof ModelScript>;
  requests: ModelRequest[];
}

/** Response after the end of a script. */
const DONE: ModelAnswer = { lines: [{ say: 'Done.' }] };

const runs = new Map<string, Run>();
const gates = new Map<string, { wait: Promise<void>; open: () => void }>();

/**
 * Sets the models' responses to a key; a key without a script is rejected as unknown. Scripts of different
 * keys are independent.
 */
export function scriptModel(key: string, script: z.input<typeof ModelScript>): void {
  runs.set(key, { script: ModelScript.parse(script), requests: [] });
}

/** The requests received with a key since its script was set. */
export function requestsOf(key: string): ModelRequest[] {
  return runs.get(key)?.requests ?? [];
}

/** The provider's own list for a key; null for a key without a script. */
export function listOf(key: string): unknown[] | null {
  return runs.get(key)?.script.models ?? null;
}

/** Lets everything that waits at a gate continue. */
export function openGate(name: string): void {
  gateOf(name).open();
}

/** Waits until the gate is opened. */
export function waitAtGate(name: string): Promise<void> {
  return gateOf(name).wait;
}

/** The response to the next request with this key; null for a key without a script. */
export function takeAnswer(key: string, request: ModelRequest): ModelAnswer | null {
  const run = runs.get(key);
  if (run === undefined) return null;
  run.requests.push(request);
  const { answers, repeatsLast } = run.script;
  const index = run.requests.length - 1;
  return answers[index] ?? (repeatsLast ? answers.at(-1) : undefined) ?? DONE;
}

function gateOf(name: string) {
  const known = gates.get(name);
  if (known) return known;
  let open: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (open = resolve));
  const gate = { wait, open };
  gates.set(name, gate);
  return gate;
}

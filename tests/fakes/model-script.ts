import * as z from 'zod';

/** What a model sends within one answer, in this order. */
const ModelLine = z.union([
  /** Text, word by word. */
  z.strictObject({ say: z.string() }),
  /** A call of a tool, its arguments in small pieces. */
  z.strictObject({ call: z.string(), input: z.unknown() }),
  /** A call whose arguments are this text, JSON or not. */
  z.strictObject({ call: z.string(), text: z.string() }),
  /** The connection ends in the middle of a word. */
  z.strictObject({ cut: z.literal(true) }),
  /** Nothing more comes, and the connection stays. */
  z.strictObject({ hang: z.literal(true) }),
  /** Nothing comes for so many milliseconds. */
  z.strictObject({ pause: z.number() }),
  /** Nothing more comes until somebody opens the gate of this name ({@link openGate}). */
  z.strictObject({ gate: z.string() }),
  /** The company's error, told inside the stream. */
  z.strictObject({ error: z.string() }),
]);
export type ModelLine = z.infer<typeof ModelLine>;

/** One answer of a model to one request. */
export const ModelAnswer = z.union([
  z.strictObject({ lines: z.array(ModelLine), finish: z.enum(['stop', 'length']).optional() }),
  /** A refusal, with `retry-after` in seconds. */
  z.strictObject({
    status: z.number(),
    retryAfter: z.number().optional(),
    /** In the provider's own words. */
    message: z.string().optional(),
  }),
  /** The request is taken, and no answer comes. */
  z.strictObject({ silence: z.literal(true) }),
  /** A page of somebody in between. */
  z.strictObject({ page: z.string() }),
  /** Somewhere else. */
  z.strictObject({ redirect: z.string() }),
  /** The connection breaks before an answer. */
  z.strictObject({ broken: z.literal(true) }),
]);
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Answers in order; the last one again and again where it says so. */
export const ModelScript = z.strictObject({
  answers: z.array(ModelAnswer),
  repeatsLast: z.boolean().default(false),
  /** What `GET /models` lists for the key, entry by entry. */
  models: z.array(z.unknown()).default([]),
});

/** A request as it came. */
export interface ModelRequest {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface Run {
  script: z.infer<typeof ModelScript>;
  requests: ModelRequest[];
}

/** Said where a script has come to its end. */
const DONE: ModelAnswer = { lines: [{ say: 'Done.' }] };

const runs = new Map<string, Run>();
const gates = new Map<string, { wait: Promise<void>; open: () => void }>();

/**
 * Says what the models answer to whoever comes with this key; a key that has no script is refused
 * as an unknown one is. Scripts of different keys know nothing of each other.
 */
export function scriptModel(key: string, script: z.input<typeof ModelScript>): void {
  runs.set(key, { script: ModelScript.parse(script), requests: [] });
}

/** The requests that came with a key since its script was set. */
export function requestsOf(key: string): ModelRequest[] {
  return runs.get(key)?.requests ?? [];
}

/** What the provider's own list holds for a key; null for a key without a script. */
export function listOf(key: string): unknown[] | null {
  return runs.get(key)?.script.models ?? null;
}

/** Lets whatever waits at a gate go on. */
export function openGate(name: string): void {
  gateOf(name).open();
}

/** Waits until somebody opens the gate. */
export function waitAtGate(name: string): Promise<void> {
  return gateOf(name).wait;
}

/** The answer to the next request with this key; null for a key without a script. */
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

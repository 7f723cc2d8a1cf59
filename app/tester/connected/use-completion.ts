import { useEffect, useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { describeRequestProblem } from './describe-request-problem.ts';

export type CompletionReference =
  | { type: 'ref/prompt'; name: string }
  | { type: 'ref/resource'; uri: string };

export interface Completion {
  options: readonly string[];
  /** Of all that the server knows, where it says so. */
  total: number | null;
  problem: string | null;
}

/** Typing goes on before a server is asked. */
const PAUSE_MS = 150;
/** The protocol's own limit; a server that sends more is cut. */
const MOST_OPTIONS = 100;

const NONE: Completion = { options: [], total: null, problem: null };

/** The server's completions of an argument, asked anew whenever it changes; old answers are dropped. */
export function useCompletion(
  connection: ServerConnection,
  {
    reference,
    name,
    values,
    isAsked,
  }: {
    reference: CompletionReference;
    name: string;
    values: Readonly<Record<string, string>>;
    isAsked: boolean;
  },
): Completion {
  const [known, setKnown] = useState<{ request: string; completion: Completion } | null>(null);
  const { [name]: value = '', ...others } = values;
  const filled = Object.fromEntries(Object.entries(others).filter(([, text]) => text !== ''));
  const request = JSON.stringify({
    ref: reference,
    argument: { name, value },
    ...(Object.keys(filled).length > 0 ? { context: { arguments: filled } } : {}),
  });
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void askCompletion(connection, request, controller.signal).then((completion) => {
        if (!controller.signal.aborted) setKnown({ request, completion });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [connection, request, isAsked]);
  return isAsked && known?.request === request ? known.completion : NONE;
}

async function askCompletion(
  connection: ServerConnection,
  request: string,
  signal: AbortSignal,
): Promise<Completion> {
  const params: unknown = JSON.parse(request);
  const asked = await connection.request(
    'completion/complete',
    isJsonObject(params) ? params : {},
    { signal },
  );
  if (!asked.ok) return { ...NONE, problem: describeRequestProblem(asked) };
  return readCompletion(asked.value);
}

function readCompletion({ completion }: JsonObject): Completion {
  if (!isJsonObject(completion)) return { ...NONE, problem: 'the answer has none.' };
  const { values, total } = completion;
  const options = (Array.isArray(values) ? values : []).filter((each) => typeof each === 'string');
  return {
    options: options.slice(0, MOST_OPTIONS),
    total: typeof total === 'number' ? total : null,
    problem: null,
  };
}

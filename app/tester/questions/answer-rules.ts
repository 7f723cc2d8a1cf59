import * as z from 'zod/mini';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { readJson } from '#app/platform/shape.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';

import { toSamplingResult } from './read-sampling.ts';

/** How the client answers a server without asking the person, kept in the browser for each server. */
const AnswerRules = z.object({
  /** Null: the person answers each request by hand. */
  cannedReply: z.nullable(z.string()),
  model: z.string(),
  roots: z.array(z.object({ uri: z.string(), name: z.optional(z.string()) })),
  /** Null: the server's own. */
  logLevel: z.nullable(z.string()),
});
export type AnswerRules = z.infer<typeof AnswerRules>;

const NO_RULES: AnswerRules = { cannedReply: null, model: 'canned', roots: [], logLevel: null };

const known = new WeakMap<ServerConnection, Store<AnswerRules>>();

/** The rules of a connection, which hold from the first time that they are asked for. */
export function answerRulesOf(connection: ServerConnection): Store<AnswerRules> {
  const rules = known.get(connection) ?? createRules(connection);
  known.set(connection, rules);
  return rules;
}

function createRules(connection: ServerConnection): Store<AnswerRules> {
  const key = `mcp-client-answers:${connection.target.id}`;
  const store = createStore(readRules(key));

  function answerQuestions(): void {
    const { cannedReply, model } = store.get();
    if (cannedReply === null) return;
    for (const question of connection.getQuestions()) {
      if (question.method !== 'sampling/createMessage') continue;
      question.answer(toSamplingResult(cannedReply, model, 'endTurn'));
    }
  }

  const { roots, logLevel } = store.get();
  if (roots.length > 0) connection.setRoots(roots.map(toRoot));
  if (logLevel !== null) connection.setLogLevel(logLevel);
  connection.subscribe(answerQuestions);
  answerQuestions();
  return {
    ...store,
    set: (next) => {
      const before = store.get();
      store.set(next);
      keepRules(key, next);
      if (next.roots !== before.roots) connection.setRoots(next.roots.map(toRoot));
      if (next.logLevel !== before.logLevel) connection.setLogLevel(next.logLevel);
      answerQuestions();
    },
  };
}

function toRoot({ uri, name }: AnswerRules['roots'][number]): { uri: string; name?: string } {
  return name === undefined || name === '' ? { uri } : { uri, name };
}

function readRules(key: string): AnswerRules {
  try {
    return readJson(AnswerRules, localStorage.getItem(key) ?? '') ?? NO_RULES;
  } catch {
    return NO_RULES;
  }
}

function keepRules(key: string, rules: AnswerRules): void {
  try {
    localStorage.setItem(key, JSON.stringify(rules));
  } catch {
    // Storage that is full or switched off only costs the copy.
  }
}

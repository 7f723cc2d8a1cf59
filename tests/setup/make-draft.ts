import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { connectClient, type Era } from './connect-client.ts';

const Problem = z.looseObject({ path: z.string(), message: z.string() });

/** Parts of a blueprint that the journeys use; one above 1 MB is summarised, without examples. */
const BlueprintAnswer = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      enabled: z.boolean(),
      examples: z.array(z.looseObject({ arguments: z.record(z.string(), z.json()) })).optional(),
    }),
  ),
});

/** Parts of a draft's response that the journeys use. */
export const DraftAnswer = z.looseObject({
  id: z.string(),
  endpoint: z.string(),
  token: z.string().optional(),
  revision: z.number(),
  environment: z.enum(['mock', 'test']),
  /** Null in an account. */
  expiresAt: z.nullable(z.string()),
  blueprint: BlueprintAnswer,
  warnings: z.array(Problem),
  secrets: z.array(z.looseObject({ name: z.string(), isSet: z.boolean() })),
});
export type DraftAnswer = z.infer<typeof DraftAnswer>;

export const ProblemAnswer = z.looseObject({
  status: z.number(),
  title: z.string(),
  detail: z.string(),
  requestId: z.string(),
  problems: z.array(Problem).optional(),
});

export const DraftFiles = z.array(
  z.strictObject({ path: z.string(), size: z.number(), text: z.string() }),
);

export function readSpec(name: string): string {
  return readFileSync(`tests/specs/${name}`, 'utf8');
}

/** Posts a document as a command line does. */
export function postDocument(
  url: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'text/plain', ...headers }, body };
  return fetch(`${url}/api/drafts`, init);
}

/** A draft as its maker has it, who may come back with the token or the cookie. */
export type MadeDraft = Required<DraftAnswer> & { cookie: string };

/** Posts a valid document as a new draft; its endpoint is returned as a whole URL. */
export async function makeDraft(url: string, document: string): Promise<MadeDraft> {
  const response = await postDocument(url, document);
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text.slice(0, 2_000)}`);
  const draft = DraftAnswer.parse(JSON.parse(text));
  if (!draft.token) throw new Error('the maker of a draft gets its token');
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const endpoint = new URL(draft.endpoint, url).href;
  return { ...draft, token: draft.token, endpoint, cookie: cookies.join('; ') };
}

/** The header that lets a client in. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Connects the official client to a draft as its maker's. */
export function connectDraft(
  { endpoint, token }: Pick<MadeDraft, 'endpoint' | 'token'>,
  era: Era,
): ReturnType<typeof connectClient> {
  return connectClient(endpoint, era, bearer(token));
}

/** Lets everybody with the link read and call a draft, for clients that can send no token; a public one is listed, too. */
export async function shareDraft(
  url: string,
  { id, cookie }: MadeDraft,
  visibility: 'unlisted' | 'public' = 'unlisted',
): Promise<void> {
  const response = await fetch(`${url}/api/chats/${id}`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ visibility }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** Loads a draft's whole blueprint, however large. */
export async function loadBlueprint(url: string, { id, token }: MadeDraft) {
  const headers = bearer(token);
  const response = await fetch(`${url}/api/drafts/${id}/blueprint`, { headers });
  return BlueprintAnswer.parse(await response.json());
}

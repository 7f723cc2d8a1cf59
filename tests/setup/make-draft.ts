import { readFileSync } from 'node:fs';

import * as z from 'zod';

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
  expiresAt: z.string(),
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

/** Posts a valid document as a new draft; its endpoint is returned as a whole URL. */
export async function makeDraft(url: string, document: string): Promise<Required<DraftAnswer>> {
  const response = await postDocument(url, document);
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text.slice(0, 2_000)}`);
  const draft = DraftAnswer.parse(JSON.parse(text));
  if (!draft.token) throw new Error('the maker of a draft gets its token');
  return { ...draft, token: draft.token, endpoint: new URL(draft.endpoint, url).href };
}

/** Loads a draft's whole blueprint, however large. */
export async function loadBlueprint(url: string, id: string) {
  const response = await fetch(`${url}/api/drafts/${id}/blueprint`);
  return BlueprintAnswer.parse(await response.json());
}

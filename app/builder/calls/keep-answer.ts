import * as z from 'zod';

import { findAnswerProblems } from '#app/blueprint/answers/find-answer-problems.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { JsonObjectSchema } from '#app/blueprint/json.ts';
import { Mock } from '#app/blueprint/mock.ts';
import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';
import { cutByFormat } from '#app/platform/credentials/cut-credentials.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { parseJson, type JsonValue } from '#app/runtime/json.ts';
import { isJsonType } from '#app/runtime/media-type.ts';
import type { RecordedAnswer } from '#app/sandbox/answer-recorder.ts';

/** Characters of all answers of one call that can be kept. */
const MAX_CHARACTERS = 200_000;

/** A call that was made with the real API, in the form in which the mock can repeat it. */
export const KeptCall = z.object({
  tool: z.string(),
  arguments: JsonObjectSchema,
  isError: z.boolean(),
  mocks: z.array(Mock).min(1),
});
export type KeptCall = z.infer<typeof KeptCall>;

/** Makes answers of the mock of those of a real call; null where none of them can be one. */
export function toKeptCall(
  blueprint: Blueprint,
  call: Pick<KeptCall, 'tool' | 'arguments'>,
  { answers = [], isError = false }: ToolRun,
): KeptCall | null {
  const action = blueprint.tools.find(({ name }) => name === call.tool)?.action;
  // What another MCP server says is no answer of an operation.
  if (action === undefined || action.kind === 'mcp') return null;
  // Of several pages the first one: the mock knows no others of the same request.
  const template = action.kind === 'http' ? action.path : null;
  const told = template === null ? answers : answers.slice(0, 1);
  if (JSON.stringify(told).length > MAX_CHARACTERS) return null;
  const mocks = told.flatMap((answer) => toMock(answer, template));
  return mocks.length === 0 ? null : { ...call, isError, mocks };
}

function toMock(
  { upstream, method, path, status, mediaType, text }: RecordedAnswer,
  template: string | null,
): Mock[] {
  if (text === null) return [];
  // A server is shared: values that the API gives out as credentials are not kept.
  const plain = cutByFormat(text).text;
  const body = isJsonType(mediaType) ? readJson(plain) : plain;
  const mock = Mock.safeParse({
    upstream,
    method,
    path: template ?? path.split('?')[0],
    status,
    mediaType: mediaType === '' ? 'text/plain' : mediaType,
    ...(text === '' ? {} : { body }),
  });
  return mock.success ? [mock.data] : [];
}

/** The value of a JSON text; what is none stays text. */
function readJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The server whose mock answers as the real API did, with the call as an example of its tool. */
export function keepAnswer(
  blueprint: Blueprint,
  { tool, arguments: given, isError, mocks }: KeptCall,
): Result<{ blueprint: Blueprint; changed: string[] }, { reason: 'unkept'; message: string }> {
  const unkept = (message: string) => fail({ reason: 'unkept' as const, message });
  const wrong = mocks.flatMap((mock) => findAnswerProblems(blueprint, mock, tool).problems)[0];
  if (wrong) {
    return unkept(`The answer is not what ${tool} promises: ${wrong.message}.`);
  }
  const known = blueprint.tools.find(({ name }) => name === tool)?.examples ?? [];
  const isNew = !isError && !known.some((each) => isSameJson(each.arguments, given));
  const edited = applyEdits(blueprint, [
    ...mocks.map((mock) => ({ edit: 'setMock', mock })),
    ...(isNew ? [{ edit: 'addExample', name: tool, example: { arguments: given } }] : []),
  ]);
  if (!edited.ok) {
    return unkept(edited.problems[0]?.message ?? 'The server has no place for this answer.');
  }
  const changed = mocks.map(
    ({ status, method, path }) =>
      `The mock answers ${status} to ${method} ${path}, as the API did.`,
  );
  const example = isNew ? [`${tool} has one more example.`] : [];
  return succeed({ blueprint: edited.value, changed: [...changed, ...example] });
}

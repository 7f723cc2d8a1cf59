import * as z from 'zod';

import type { PromptDefinition } from '#app/runtime/definition.ts';

import { ToolName } from './tool.ts';

/** The protocol allows no more values in one completion. */
const MAX_VALUES = 1_000;

const mimeType = z.string().min(1);
const Resource = { uri: z.string().min(1), mimeType: mimeType.optional() };

const Content = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), data: z.base64(), mimeType }),
  z.strictObject({ type: z.literal('audio'), data: z.base64(), mimeType }),
  z.strictObject({
    type: z.literal('resource'),
    resource: z.union([
      z.strictObject({ ...Resource, text: z.string() }),
      z.strictObject({ ...Resource, blob: z.base64() }),
    ]),
  }),
]);

const role = z.enum(['user', 'assistant']);

/** A prompt that users can pick; its messages are fixed, or made by a tool. */
export const Prompt = z
  .strictObject({
    /** Name that clients request. */
    name: ToolName,
    /** Display name. */
    title: z.string().optional(),
    /** Purpose of the prompt. */
    description: z.string().optional(),
    /** Values that the user fills in. */
    arguments: z.array(
      z.strictObject({
        /** Appears as `{{name}}` in the messages. */
        name: z.string().min(1),
        /** Explanation of the value. */
        description: z.string().optional(),
        /** Whether it must be given. */
        required: z.boolean().optional(),
        /** Completions that clients offer while the user types. */
        values: z.array(z.string()).max(MAX_VALUES).optional(),
      }),
    ),
    /** Resulting conversation; empty if a tool makes it. */
    messages: z.array(
      z.union([
        z.strictObject({ role, text: z.string() }),
        z.strictObject({ role, content: Content }),
      ]),
    ),
    /** Called with the prompt's arguments; each block of its result is a message. */
    tool: ToolName.optional(),
  })
  .refine(({ messages, tool }) => messages.length > 0 !== (tool !== undefined), {
    error: 'A prompt has messages, or a tool that makes them.',
    path: ['messages'],
  }) satisfies z.ZodType<PromptDefinition>;

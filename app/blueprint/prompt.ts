import * as z from 'zod';

import type { PromptDefinition } from '#app/runtime/definition.ts';

import { ToolName } from './tool.ts';

/** The protocol answers no more values at once. */
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

/** What users can pick; its messages are written down, or made by a tool. */
export const Prompt = z
  .strictObject({
    /** Name that clients ask for. */
    name: ToolName,
    /** Name for people. */
    title: z.string().optional(),
    /** What it helps with. */
    description: z.string().optional(),
    /** What the user fills in. */
    arguments: z.array(
      z.strictObject({
        /** Stands as `{{name}}` in the messages. */
        name: z.string().min(1),
        /** What to fill in. */
        description: z.string().optional(),
        /** Cannot be left out. */
        required: z.boolean().optional(),
        /** What clients offer while the user types. */
        values: z.array(z.string()).max(MAX_VALUES).optional(),
      }),
    ),
    /** The conversation that it gives; empty where a tool makes it. */
    messages: z.array(
      z.union([
        z.strictObject({ role, text: z.string() }),
        z.strictObject({ role, content: Content }),
      ]),
    ),
    /** Called with the prompt's arguments; each block that it gives is a message. */
    tool: ToolName.optional(),
  })
  .refine(({ messages, tool }) => messages.length > 0 !== (tool !== undefined), {
    error: 'A prompt has messages, or a tool that makes them.',
    path: ['messages'],
  }) satisfies z.ZodType<PromptDefinition>;

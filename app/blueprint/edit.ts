import * as z from 'zod';

import type { Result } from '#app/platform/result.ts';

import { Auth, Blueprint, HttpUrl, Resource, SecretName } from './blueprint.ts';
import { JsonSchemaSchema } from './json.ts';
import { Mock } from './mock.ts';
import { Prompt } from './prompt.ts';
import { PartId, Tool, ToolExample, ToolName } from './tool.ts';

const Text = z.string().max(20_000);
const identity = Blueprint.shape.identity.shape;
const policies = Blueprint.shape.policies.shape;

/** Null removes a field, an absent one keeps it. */
const SetIdentity = z.strictObject({
  edit: z.literal('setIdentity'),
  name: identity.name.optional(),
  version: identity.version.optional(),
  title: identity.title.nullable(),
  description: identity.description.nullable(),
  instructions: identity.instructions.nullable(),
  websiteUrl: identity.websiteUrl.nullable(),
});

const SetPolicies = z.strictObject({
  edit: z.literal('setPolicies'),
  timeoutMs: policies.timeoutMs.optional(),
  maxUpstreamBytes: policies.maxUpstreamBytes.optional(),
  maxResultBytes: policies.maxResultBytes.optional(),
  allowedOrigins: policies.allowedOrigins.optional(),
  retries: policies.retries.nullable(),
  breaker: policies.breaker.nullable(),
  concurrency: policies.concurrency.nullable(),
  confirmDestructive: policies.confirmDestructive.nullable(),
});

/**
 * The whole tool: replaces the one of that name, or is added at the end. Definitions that nothing refers to
 * any more go with the old one.
 */
const UpsertTool = z.strictObject({ edit: z.literal('upsertTool'), tool: Tool });

/** Definitions that nothing else refers to go with it. */
const RemoveTool = z.strictObject({ edit: z.literal('removeTool'), name: ToolName });

/** Removes many at once, like one. */
const RemoveTools = z.strictObject({
  edit: z.literal('removeTools'),
  names: z.array(ToolName).min(1),
});

/** Resources and prompts that call the tool follow the new name. */
const RenameTool = z.strictObject({ edit: z.literal('renameTool'), from: ToolName, to: ToolName });

/** Texts about a tool for people and models; null removes one. */
const DescribeTool = z.strictObject({
  edit: z.literal('describeTool'),
  name: ToolName,
  title: Text.nullable().optional(),
  description: Text.nullable().optional(),
});

/** Starts or stops serving the named tools. */
const SelectTools = z.strictObject({
  edit: z.literal('selectTools'),
  names: z.array(ToolName).min(1),
  enabled: z.boolean(),
});

/** Replaces the hints; null removes them. */
const SetAnnotations = z.strictObject({
  edit: z.literal('setAnnotations'),
  name: ToolName,
  annotations: Tool.shape.annotations.unwrap().nullable(),
});

/** Sets the bounds of a numeric argument; null removes one. */
const BoundArgument = z.strictObject({
  edit: z.literal('boundArgument'),
  name: ToolName,
  argument: z.string().min(1),
  minimum: z.number().nullable().optional(),
  maximum: z.number().nullable().optional(),
});

/** Keeps only these properties of the response; an empty list keeps all. */
const KeepProperties = z.strictObject({
  edit: z.literal('keepProperties'),
  name: ToolName,
  properties: z.array(z.string().min(1)),
});

const AddExample = z.strictObject({
  edit: z.literal('addExample'),
  name: ToolName,
  example: ToolExample,
});

/** Changes an upstream, or adds one if the id is new (`baseUrl` is then required). */
const SetUpstream = z.strictObject({
  edit: z.literal('setUpstream'),
  id: PartId,
  baseUrl: HttpUrl.optional(),
  title: z.string().nullable().optional(),
  allowedHosts: z.array(z.string().min(1)).optional(),
  timeoutMs: z.int().min(1).max(300_000).nullable().optional(),
});

/** Removes an upstream that no tool uses, with secrets that nothing else needs. */
const RemoveUpstream = z.strictObject({ edit: z.literal('removeUpstream'), id: PartId });

/** Replaces an upstream's authentication; secrets it names are declared if missing. */
const SetAuth = z.strictObject({
  edit: z.literal('setAuth'),
  upstream: PartId,
  auth: z.array(Auth),
  security: z.array(z.array(PartId)).optional(),
});

const SetSecret = z.strictObject({
  edit: z.literal('setSecret'),
  name: SecretName,
  scope: z.enum(['server', 'caller']).optional(),
  description: Text.nullable().optional(),
});

const RemoveSecret = z.strictObject({ edit: z.literal('removeSecret'), name: SecretName });

const SetDefinition = z.strictObject({
  edit: z.literal('setDefinition'),
  name: z.string().min(1),
  schema: JsonSchemaSchema,
});

const UpsertResource = z.strictObject({ edit: z.literal('upsertResource'), resource: Resource });
const RemoveResource = z.strictObject({ edit: z.literal('removeResource'), uri: z.string() });
const UpsertPrompt = z.strictObject({ edit: z.literal('upsertPrompt'), prompt: Prompt });
const RemovePrompt = z.strictObject({ edit: z.literal('removePrompt'), name: ToolName });

/** Adds an answer of the mock; replaces the one of the same operation and conditions. */
const SetMock = z.strictObject({ edit: z.literal('setMock'), mock: Mock });

/** Removes the answer with these conditions; without any, all answers of the operation. */
const RemoveMock = z.strictObject({
  edit: z.literal('removeMock'),
  upstream: Mock.shape.upstream,
  method: Mock.shape.method,
  path: Mock.shape.path,
  when: Mock.shape.when,
});

/** One named change of a blueprint, as the screen, the API and the builder all send it. */
export const Edit = z.discriminatedUnion('edit', [
  SetIdentity,
  SetPolicies,
  UpsertTool,
  RemoveTool,
  RemoveTools,
  RenameTool,
  DescribeTool,
  SelectTools,
  SetAnnotations,
  BoundArgument,
  KeepProperties,
  AddExample,
  SetUpstream,
  RemoveUpstream,
  SetAuth,
  SetSecret,
  RemoveSecret,
  SetDefinition,
  UpsertResource,
  RemoveResource,
  UpsertPrompt,
  RemovePrompt,
  SetMock,
  RemoveMock,
]);
export type Edit = z.infer<typeof Edit>;

/** The edit with the given name. */
export type EditNamed<Name extends Edit['edit']> = Extract<Edit, { edit: Name }>;

/** Result of one edit: the changed blueprint, or why it was refused and at which of its fields. */
export type EditOutcome = Result<
  Blueprint,
  { reason: 'refused'; path: (string | number)[]; message: string }
>;

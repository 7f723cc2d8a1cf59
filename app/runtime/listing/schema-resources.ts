import type { JsonObject, ResourceDefinition } from '../definition.ts';
import { withDefinitions } from '../schema/schema-closure.ts';
import type { ServedDefinition } from '../served-definition.ts';
import { toToolListing } from './tool-listing.ts';
import type { ToolListing } from './tool-listing.ts';

const SCHEME = 'schema://tools/';
const MIME_TYPE = 'application/schema+json';

/** A resource without content in the definition: it is made when it is read. */
type SchemaTemplate = Omit<ResourceDefinition, 'content'>;

const TEMPLATES = {
  input: {
    uri: `${SCHEME}{tool}/input`,
    name: 'tool_input_schema',
    title: 'Input schema of a tool',
    description: 'The whole schema of the arguments of a tool whose listed schema is shortened.',
    mimeType: MIME_TYPE,
  },
  output: {
    uri: `${SCHEME}{tool}/output`,
    name: 'tool_output_schema',
    title: 'Output schema of a tool',
    description: 'The whole schema of the structured content that a tool returns.',
    mimeType: MIME_TYPE,
  },
} satisfies Record<string, SchemaTemplate>;

/** Whether the list of tools leaves something out that {@link readSchemaResource} has. */
export function hasSchemaResources(served: ServedDefinition): boolean {
  return schemaTemplates(served).length > 0;
}

/** Templates of the schemas that the list of tools shows in part, or not at all. */
export function schemaTemplates(served: ServedDefinition): SchemaTemplate[] {
  const { cutInputs, cutOutputs } = cutsOf(served);
  return [
    ...(cutInputs.length > 0 ? [TEMPLATES.input] : []),
    ...(cutOutputs.length > 0 ? [TEMPLATES.output] : []),
  ];
}

/** The whole schema at a URI of a template; null if there is none. */
export function readSchemaResource(
  served: ServedDefinition,
  uri: string,
): { uri: string; mimeType: string; text: string } | null {
  const [, name, part] = /^schema:\/\/tools\/([\w.-]+)\/(input|output)$/.exec(uri) ?? [];
  const tool = served.tools.find((one) => one.name === name);
  if (tool === undefined || !hasSchemaResources(served)) return null;
  const schema: JsonObject | undefined = part === 'input' ? tool.inputSchema : tool.outputSchema;
  if (schema === undefined) return null;
  const whole = { ...withDefinitions(schema, served.definitions), type: 'object' };
  return { uri, mimeType: MIME_TYPE, text: JSON.stringify(whole) };
}

/** The server's instructions, and where to find what the list of tools leaves out. */
export function instructionsOf(served: ServedDefinition): string | undefined {
  const { instructions } = served.identity;
  const { cutInputs, cutOutputs } = cutsOf(served);
  const inputs = `the input schemas of ${count(cutInputs)} are shortened`;
  const outputs = `the output schemas of ${count(cutOutputs)} are shortened or left out`;
  const said = [
    ...(cutInputs.length > 0 ? [inputs] : []),
    ...(cutOutputs.length > 0 ? [outputs] : []),
  ].join(', and ');
  if (said === '') return instructions;
  const note = `To keep the list of tools small, ${said}. Read the whole schema of a tool at ${SCHEME}<name of the tool>/input or ${SCHEME}<name of the tool>/output. Arguments are checked against the whole schema.`;
  return instructions === undefined ? note : `${instructions}\n\n${note}`;
}

function count(names: string[]): string {
  return names.length === 1 ? '1 tool' : `${names.length} tools`;
}

/** Nothing is left out of a list that cannot be made: whoever asks for it is told so. */
function cutsOf(served: ServedDefinition): Omit<ToolListing, 'tools'> {
  try {
    return toToolListing(served);
  } catch {
    return { cutInputs: [], cutOutputs: [] };
  }
}

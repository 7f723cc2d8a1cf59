import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { ReadResourceResult, Server } from '@modelcontextprotocol/server';

import type { JsonObject, ResourceDefinition } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import type { JsonValue } from '../json.ts';
import { readSchemaResource, schemaTemplates } from '../listing/schema-resources.ts';
import type { ServedDefinition, ServedTool } from '../served-definition.ts';
import type { ToolResult } from '../tool-context.ts';
import { withClientLink } from './client-link.ts';
import { findResource, isTemplate } from './find-resource.ts';
import { Pages } from './pages.ts';
import { requirePage } from './require-page.ts';
import type { Serving } from './serving.ts';

/** Answers `resources/list`, `resources/templates/list` and `resources/read`. */
export function serveResources(server: Server, served: ServedDefinition, serving: Serving): void {
  const fixed = new Pages(
    served.resources.filter((one) => !isTemplate(one)).map(describeResource),
    served.identity,
  );
  const templates = new Pages(
    [...served.resources.filter(isTemplate), ...schemaTemplates(served)].map((resource) => {
      const { uri, ...rest } = describeResource(resource);
      return { uriTemplate: uri, ...rest };
    }),
    served.identity,
  );
  server.setRequestHandler('resources/list', ({ params }) => {
    const { items, ...next } = requirePage(fixed, params?.cursor);
    return { resources: items, ...next };
  });
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    const { items, ...next } = requirePage(templates, params?.cursor);
    return { resourceTemplates: items, ...next };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const found = findResource(served.resources, uri);
    if (found === null) {
      const schema = readSchemaResource(served, uri);
      if (schema === null) throw new ResourceNotFoundError(uri);
      return { contents: [schema] };
    }
    const { content, mimeType } = found.resource;
    const type = mimeType === undefined ? {} : { mimeType };
    switch (content.kind) {
      case 'text':
        return { contents: [{ uri, ...type, text: content.text }] };
      case 'blob':
        return { contents: [{ uri, ...type, blob: content.base64 }] };
      case 'tool': {
        const tool = served.tools.find(({ name }) => name === content.tool);
        const args = toTemplateArguments(found.variables, tool);
        const call = { name: content.tool, arguments: args };
        return await withClientLink(server, context, serving, async (link) =>
          toContents(uri, mimeType, await serving.runTool(call, link)),
        );
      }
    }
  });
}

function describeResource({
  uri,
  name,
  title,
  description,
  mimeType,
}: Omit<ResourceDefinition, 'content'>) {
  return {
    uri,
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** Converts template variables, which are text, to the types of the tool's arguments. */
function toTemplateArguments(
  variables: ReadonlyMap<string, string>,
  tool: ServedTool | undefined,
): JsonObject {
  const properties = tool?.inputSchema['properties'];
  const known = isJsonObject(properties) ? properties : {};
  return Object.fromEntries(
    [...variables].map(([name, text]) => [name, convert(text, known[name])]),
  );
}

function convert(text: string, schema: JsonValue | undefined): JsonValue {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  if (type === 'integer' || type === 'number') {
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function toContents(
  uri: string,
  mimeType: string | undefined,
  result: ToolResult,
): ReadResourceResult {
  if (result.isError === true) {
    const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    throw new ProtocolError(ProtocolErrorCode.InternalError, texts.join('\n'));
  }
  const textType = mimeType ?? (result.structuredContent ? 'application/json' : 'text/plain');
  return {
    ...(result._meta === undefined ? {} : { _meta: result._meta }),
    contents: result.content.flatMap((block) => {
      if (block.type === 'text') return { uri, mimeType: textType, text: block.text };
      if (block.type === 'resource') return { ...block.resource, uri };
      // A link has no content; the text beside it says where it leads.
      if (block.type === 'resource_link') return [];
      return { uri, mimeType: block.mimeType, blob: block.data };
    }),
  };
}

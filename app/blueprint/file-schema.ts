import type { JsonObject } from '#app/runtime/definition.ts';

/** Schema of an argument that is a file: `{data, name?, mediaType?}`. */
export const FILE_SCHEMA: JsonObject = {
  type: 'object',
  description: 'A file.',
  properties: {
    data: { type: 'string', contentEncoding: 'base64', description: 'Its content in base64.' },
    name: { type: 'string', description: 'Its name.' },
    mediaType: { type: 'string', description: 'Its media type, such as image/png.' },
  },
  required: ['data'],
  additionalProperties: false,
};

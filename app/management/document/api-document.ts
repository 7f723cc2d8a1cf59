/** A JSON Schema as zod writes it. */
export interface ApiSchema {
  description?: string;
  examples?: unknown[];
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: ApiSchema;
  example?: unknown;
}

export interface Content {
  content?: Record<string, { schema: ApiSchema; example?: unknown }>;
}

export interface Refusal extends Content {
  description: string;
  headers?: Record<string, { description: string; schema: ApiSchema }>;
}

export interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required: true } & Required<Content>;
  /** By status: an answer, or a reference to a refusal. */
  responses: Record<string, Refusal | { $ref: string }>;
}

/** The OpenAPI document of our own API, as far as it uses OpenAPI. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  /** By path, then by method in lower-case letters. */
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    securitySchemes: Record<string, ApiSchema>;
    schemas: Record<string, ApiSchema>;
    responses: Record<string, Refusal>;
  };
}

import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** Constraints of one argument's values. */
export interface ParameterFacts {
  type?: JsonType;
  /** Type of a list's items. */
  items?: JsonType;
  /** JSON Schema's `format`: `date`, `date-time`, `uuid`, `email`, `uri`. */
  format?: string;
  required?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  enum?: (string | number)[];
  default?: JsonValue;
  description?: string;
  /** Constraints to remove: "trains have no maximum". */
  clear?: ('minimum' | 'maximum' | 'default' | 'enum' | 'format')[];
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'body' | 'cookie';

/** One argument of an endpoint, as described by a text. */
export interface ParameterSketch extends ParameterFacts {
  name: string;
  in?: ParameterPlace;
  /** Name on the wire, if it differs. */
  sentAs?: string;
  /** Constant value. */
  fixed?: JsonValue;
  /** Follows an endpoint without a linking word: may belong to a neighbour that names it. */
  isLoose?: boolean;
  /** A whole schema, if the text gives more than constraints (nested samples). */
  schema?: JsonObject;
}

/** Authentication; never the value of a credential. */
export interface AuthSketch {
  /** `other`: a scheme that no text describes. */
  kind: 'none' | 'bearer' | 'basic' | 'apiKey' | 'oauth2' | 'other';
  /** Of an API key. */
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  /** Of client credentials. */
  tokenUrl?: string;
  scopes?: string[];
}

/** One request that a text describes; it becomes a tool. */
export interface EndpointSketch {
  /** Upper case; null if not stated. */
  method: string | null;
  /** Absolute, or a path that starts with `/`; arguments as `{name}`. No query. */
  url: string;
  parameters: ParameterSketch[];
  /** Tool name in the text. */
  name?: string;
  /** Other names in the text: a handler, a DTO, a row's number. */
  aliases?: string[];
  title?: string;
  description?: string;
  body?: 'json' | 'form' | 'multipart';
  /** Properties of the response to keep. */
  keep?: string[];
  /** Asks for confirmation. */
  confirm?: boolean;
  readOnly?: boolean;
  auth?: AuthSketch;
  /** Only an address: it may be a base URL as well. */
  isBare?: boolean;
}

/** Findings of a reader of one notation. */
export interface Reading {
  endpoints: EndpointSketch[];
  /** Base address of the paths. */
  base?: string;
  auth?: AuthSketch;
  /** The text with everything that was read replaced by spaces: same length, line breaks kept. */
  rest: string;
}

/** A base address of requests. */
export interface Base {
  url: string;
  start: number;
  /** Quoted from another person. */
  isQuoted?: boolean;
}

/** An endpoint and its position in the message. */
export interface PlacedEndpoint {
  sketch: EndpointSketch;
  start: number;
  end: number;
  /** Quoted from another person. */
  isQuoted: boolean;
  /** In a line of a log. */
  isLogged?: boolean;
}

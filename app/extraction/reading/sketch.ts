import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** What a text says about the values of one argument. */
export interface Facts {
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
  /** Facts that no longer hold: "trains have no maximum". */
  clear?: ('minimum' | 'maximum' | 'default' | 'enum' | 'format')[];
}

export type Place = 'path' | 'query' | 'header' | 'body' | 'cookie';

/** One argument of an endpoint, as a text describes it. */
export interface ParameterSketch extends Facts {
  name: string;
  in?: Place;
  /** Name on the wire, where it differs. */
  sentAs?: string;
  /** Always sent, never chosen. */
  fixed?: JsonValue;
  /** Said behind an endpoint without a word that links it: may belong to a neighbour that names it. */
  isLoose?: boolean;
  /** A whole schema, where the text gives more than plain facts (nested samples). */
  schema?: JsonObject;
}

/** How requests prove who sends them; never a value of a credential. */
export interface AuthSketch {
  kind: 'none' | 'bearer' | 'basic' | 'apiKey' | 'oauth2';
  /** Of a key. */
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  /** Of client credentials. */
  tokenUrl?: string;
  scopes?: string[];
}

/** One request that a text describes: becomes a tool. */
export interface EndpointSketch {
  /** Upper case; null where the text does not say. */
  method: string | null;
  /** Absolute, or a path that starts with `/`; arguments as `{name}`. No query. */
  url: string;
  parameters: ParameterSketch[];
  /** Name that the text gives the tool. */
  name?: string;
  /** Other names that the text knows it by: a handler, a DTO, a row's number. */
  aliases?: string[];
  title?: string;
  description?: string;
  body?: 'json' | 'form' | 'multipart';
  /** Properties of the answer that are kept. */
  keep?: string[];
  /** Asks before it runs. */
  confirm?: boolean;
  readOnly?: boolean;
  auth?: AuthSketch;
  /** Nothing but an address is given: it may be a base URL as well. */
  isBare?: boolean;
}

/** What a reader of one notation found in a text. */
export interface Reading {
  endpoints: EndpointSketch[];
  /** Address that the paths stand below. */
  base?: string;
  auth?: AuthSketch;
  /** The text with all that was read blanked out: same length, line breaks kept. */
  rest: string;
}

/** An address that requests stand below. */
export interface Base {
  url: string;
  start: number;
  /** In the words of another person. */
  isQuoted?: boolean;
}

/** An endpoint and where it stands in the message. */
export interface PlacedEndpoint {
  sketch: EndpointSketch;
  start: number;
  end: number;
  /** In the words of another person. */
  isQuoted: boolean;
  /** In a line of a log. */
  isLogged?: boolean;
}

/**
 * Words of one language by meaning. Each entry is a phrase in lower case; `*` at its end stands for any
 * ending (`optional*`). Parts of speech are mixed on purpose: a reader looks for a meaning near an entity,
 * not for a sentence.
 */
export interface Vocabulary {
  /** ISO 639-1. */
  language: string;
  /** Frequent small words by which the language is recognised. */
  markers: string[];
  senses: Partial<Record<Sense, string[]>>;
  /** Common number words: `{ two: 2 }`. */
  numbers?: Record<string, number>;
}

export type Sense =
  // Actions
  | 'add'
  | 'change'
  | 'rename'
  | 'named'
  | 'remove'
  | 'keep'
  | 'except'
  | 'instead'
  /** Begins a condition: `if`. */
  | 'condition'
  | 'move'
  | 'split'
  | 'merge'
  | 'copy'
  | 'prefix'
  | 'suffix'
  | 'undo'
  | 'redo'
  | 'asBefore'
  | 'wrong'
  | 'describe'
  | 'test'
  | 'import'
  | 'enable'
  | 'disable'
  | 'check'
  | 'fixIt'
  // Objects
  | 'tool'
  | 'server'
  | 'argument'
  | 'field'
  | 'header'
  | 'query'
  | 'body'
  | 'path'
  | 'cookie'
  | 'response'
  | 'base'
  | 'name'
  | 'method'
  | 'version'
  // Scope
  | 'all'
  | 'both'
  | 'only'
  | 'others'
  | 'otherOne'
  | 'same'
  | 'it'
  | 'first'
  | 'second'
  | 'third'
  | 'last'
  | 'list'
  | 'single'
  | 'reads'
  | 'writes'
  | 'deletes'
  | 'creates'
  | 'updates'
  // Types
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'date'
  | 'dateTime'
  | 'uuid'
  | 'email'
  | 'uri'
  | 'timestamp'
  // Constraints
  | 'required'
  | 'optional'
  | 'default'
  /** Phrases that only follow a default: `if omitted`. */
  | 'defaultAfter'
  | 'maximum'
  | 'minimum'
  | 'atMost'
  | 'atLeast'
  | 'moreThan'
  | 'lessThan'
  | 'between'
  | 'from'
  | 'to'
  | 'oneOf'
  | 'characters'
  | 'entries'
  | 'always'
  | 'and'
  | 'or'
  | 'not'
  | 'no'
  | 'nothing'
  // Links between an endpoint and its arguments
  | 'takes'
  | 'returns'
  | 'filterBy'
  | 'whole'
  // Authentication
  | 'auth'
  | 'bearer'
  | 'basic'
  | 'apiKey'
  | 'clientCredentials'
  | 'tokenUrl'
  | 'scope'
  | 'public'
  // Behaviour
  | 'readOnly'
  | 'destructive'
  | 'confirm'
  // Conversation
  | 'question'
  | 'please'
  | 'yes'
  | 'quoted'
  | 'judged'
  // Small words
  /** Without a meaning of its own: articles, forms of "to be", prepositions. */
  | 'filler'
  | 'article'
  /** A plural verb: "are", "have". */
  | 'plural'
  /** Always a type, even in a list of names: `int`, `string`. */
  | 'strictType'
  /** Never an argument name in a sentence: verbs, pronouns, determiners. */
  | 'stopsList'
  /** Units of measure: `cents`, `seconds`. */
  | 'unit'
  /** A part of an API for administrators. */
  | 'admin'
  /** Ends a sentence that removes its subject: `can go`. */
  | 'gone'
  /** Precedes an argument's name on the wire: `sent as`. */
  | 'wire';

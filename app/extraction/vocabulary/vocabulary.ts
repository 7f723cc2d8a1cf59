/**
 * Words of one language by what they mean. Each entry is a phrase in lower case; `*` at its end
 * stands for any ending (`optional*`). Parts of speech are mixed on purpose: a reader looks for a
 * meaning near an entity, not for a sentence.
 */
export interface Vocabulary {
  /** ISO 639-1. */
  language: string;
  /** Frequent small words by which the language is recognized. */
  markers: string[];
  senses: Partial<Record<Sense, string[]>>;
  /** Number words, as far as people write them out: `{ two: 2 }`. */
  numbers?: Record<string, number>;
}

export type Sense =
  // What to do
  | 'add'
  | 'change'
  | 'rename'
  | 'named'
  | 'remove'
  | 'keep'
  | 'except'
  | 'instead'
  /** Begins what is done only in some case: `if`. */
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
  // What it is about
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
  // Small words
  /** Says nothing by itself: articles, forms of "to be", prepositions. */
  | 'filler'
  | 'article'
  /** A verb of several: "are", "have". */
  | 'plural'
  /** A type and nothing else, even where names are listed: `int`, `string`. */
  | 'strictType'
  /** No name of an argument in a sentence: verbs, pronouns, determiners. */
  | 'stopsList'
  /** Units of measure: `cents`, `seconds`. */
  | 'unit'
  /** A part of an API for those who run it. */
  | 'admin'
  /** Ends a sentence that removes what stands before it: `can go`. */
  | 'gone'
  /** Before the name that the API knows an argument by: `sent as`. */
  | 'wire';

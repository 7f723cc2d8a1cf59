const METHODS: Record<string, string> = {
  get: 'GET',
  gets: 'GET',
  getting: 'GET',
  fetch: 'GET',
  fetches: 'GET',
  read: 'GET',
  reads: 'GET',
  list: 'GET',
  lists: 'GET',
  retrieve: 'GET',
  retrieves: 'GET',
  load: 'GET',
  loads: 'GET',
  find: 'GET',
  finds: 'GET',
  search: 'GET',
  searches: 'GET',
  query: 'GET',
  queries: 'GET',
  show: 'GET',
  shows: 'GET',
  return: 'GET',
  returns: 'GET',
  downloads: 'GET',
  create: 'POST',
  creates: 'POST',
  post: 'POST',
  posts: 'POST',
  send: 'POST',
  sends: 'POST',
  submit: 'POST',
  submits: 'POST',
  insert: 'POST',
  inserts: 'POST',
  adds: 'POST',
  update: 'PATCH',
  updates: 'PATCH',
  patch: 'PATCH',
  patches: 'PATCH',
  change: 'PATCH',
  changes: 'PATCH',
  modify: 'PATCH',
  modifies: 'PATCH',
  edits: 'PATCH',
  replace: 'PUT',
  replaces: 'PUT',
  put: 'PUT',
  puts: 'PUT',
  overwrites: 'PUT',
  overwrite: 'PUT',
  delete: 'DELETE',
  deletes: 'DELETE',
  remove: 'DELETE',
  removes: 'DELETE',
  call: 'GET',
  calls: 'GET',
  hits: 'GET',
  requests: 'GET',
};

/** The HTTP method that a verb speaks of; null where it speaks of none. */
export function toMethod(word: string): string | null {
  return Object.hasOwn(METHODS, word) ? (METHODS[word] ?? null) : null;
}

/** Verbs after which what is sent stands: "posts name and age to …". */
export function takesFields(word: string): boolean {
  return /^(?:posts?|sends?|submits?|puts?|patch(?:es)?|inserts?)$/.test(word);
}

/** A method as HTTP writes it. */
export function isMethodName(text: string): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(text);
}

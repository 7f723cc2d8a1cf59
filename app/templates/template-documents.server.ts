const documents = import.meta.glob<string>('./*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Text of the document of a template; null where there is no such template. */
export function getTemplateDocument(id: string): string | null {
  const path = `./${id}.yaml`;
  return Object.hasOwn(documents, path) ? (documents[path] ?? null) : null;
}

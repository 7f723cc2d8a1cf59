const documents = import.meta.glob<string>('./*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Text of a template's document; null if there is no such template. */
export function getTemplateDocument(id: string): string | null {
  const path = `./${id}.yaml`;
  return Object.hasOwn(documents, path) ? (documents[path] ?? null) : null;
}

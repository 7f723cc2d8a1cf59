import { toWords } from '#app/blueprint/words.ts';
import type { Call, DraftFacts } from '#app/builder/built-in/turn.ts';
import { completeDocument } from '#app/extraction/reading/find-document.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** Documents, addresses of documents and templates that a message wants imported. */
export function planImports(
  reading: MessageReading & { attached: readonly string[] },
  text: string,
  { templates, tools }: DraftFacts,
  lx: Lexicon,
): Call[] {
  const calls = reading.attached.map((attachment): Call => ({
    tool: 'import_document',
    input: { attachment },
  }));
  const base = reading.bases[0]?.url;
  for (const document of reading.documents)
    calls.push({ tool: 'import_document', input: { text: completeDocument(document, base) } });
  for (const url of reading.descriptions.slice(0, 5))
    calls.push({ tool: 'import_document', input: { url } });
  const isPlain =
    calls.length === 0 && reading.endpoints.length === 0 && reading.bases.length === 0;
  if (isPlain && text.length < 400) {
    const words = toWords(text);
    const isWanted = tools.length === 0 || lx.rx('<import>|<add>').test(text);
    const template = isWanted
      ? templates.find(({ id, title }) => names(words, title) || names(words, id))
      : undefined;
    if (template) calls.push({ tool: 'import_document', input: { template: template.id } });
  }
  return calls;
}

function names(words: readonly string[], title: string): boolean {
  const wanted = toWords(title);
  return wanted.length > 0 && wanted.every((word) => words.includes(word));
}

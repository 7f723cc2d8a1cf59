import { isCurlScript } from '#app/blueprint/import/curl/curl-document.ts';

/** A document or commands that stand in a message. */
export interface TakenDocuments {
  documents: { text: string; what: string }[];
  /** What the message says besides. */
  rest: string;
}

const FENCE = /^[ \t]*(?:```|~~~)/;
/** So much of a text tells whether it is a document. */
const LOOKED_AT = 20_000;
const MARK = /^(?:\uFEFF)?[^\S\n]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;
const COMMAND = /(?:^|[\s:`])(curl(?:\.exe)?[ \t]+(?=['"-]|https?:|[\w-]+\.\w|\\\n))/;
const WHAT_FOLLOWS =
  /[ \t](?:and|then)[ \t]+(?:then[ \t]+)?(?=(?:rename|call|name|return|make|add|use|remove|disable|describe|ask)\b)/g;

/** Takes OpenAPI documents and cURL commands out of a message. */
export function takeDocuments(text: string): TakenDocuments {
  if (isCurlScript(text) && !FENCE.test(text)) return takeCommands(text, '');
  if (isDocument(text)) return { documents: [{ text, what: 'the document' }], rest: '' };
  const fenced = takeFences(text);
  const rest = fenced.rest.slice(0, LOOKED_AT);
  const command = COMMAND.exec(rest);
  if (command) {
    const at = command.index + command[0].length - (command[1]?.length ?? 0);
    const taken = takeCommands(fenced.rest.slice(at), fenced.rest.slice(0, at));
    return { documents: [...fenced.documents, ...taken.documents], rest: taken.rest };
  }
  const mark = findDocument(rest);
  if (mark === null) return fenced;
  const document = { text: fenced.rest.slice(mark), what: 'the document' };
  return { documents: [...fenced.documents, document], rest: fenced.rest.slice(0, mark) };
}

/** Whether all of a text is a document: JSON, or YAML that says so. */
function isDocument(text: string): boolean {
  const start = text
    .slice(0, LOOKED_AT)
    .trimStart()
    .replace(/^\uFEFF/, '');
  if (start.startsWith('{'))
    return start.length > 200 || /"(?:openapi|swagger|paths|info)"/.test(start);
  // "openapi: https://…" is an address behind a word, "openapi: 3.1.0" a document.
  const lead = start.replace(/^(?:#.*\n|---.*\n|\s)+/, '');
  return (
    /^["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/.test(lead) ||
    /^(?:info|paths)\s*:\s*\n\s+\S/.test(lead)
  );
}

/** Where a document begins behind some words. */
function findDocument(text: string): number | null {
  const yaml = MARK.exec(text);
  const brace = /^[^\S\n]*\{/m.exec(text);
  const json =
    brace && /"(?:openapi|swagger)"\s*:/.test(text.slice(brace.index, brace.index + 2_000));
  const at = json ? Math.min(brace.index, yaml?.index ?? brace.index) : yaml?.index;
  return at ?? null;
}

/** Blocks of Markdown that hold a document or commands; other blocks stay in the text. */
function takeFences(text: string): TakenDocuments {
  const documents: TakenDocuments['documents'] = [];
  const rest: string[] = [];
  let block: string[] | null = null;
  for (const line of text.split('\n')) {
    if (!FENCE.test(line)) {
      (block ?? rest).push(line);
    } else if (block === null) {
      block = [];
    } else {
      const content = block.join('\n');
      if (isCurlScript(content)) documents.push({ text: content, what: 'the cURL commands' });
      else if (isDocument(content)) documents.push({ text: content, what: 'the document' });
      else rest.push(...block);
      block = null;
    }
  }
  return { documents, rest: [...rest, ...(block ?? [])].join('\n') };
}

const COMMAND_LINE = /^[ \t]*(?:[$%>#]|curl\b|export\b|[A-Za-z_]\w*=)/;

/** Commands up to a blank line that no command follows, or to "and rename …" at their end. */
function takeCommands(text: string, before: string): TakenDocuments {
  const paragraphs = text.split(/\n[ \t]*\n/);
  let open = '';
  const cut = paragraphs.findIndex((paragraph, at) => {
    const isProse = at > 0 && open === '' && !COMMAND_LINE.test(paragraph);
    open = quotationAfter(paragraph, open);
    return isProse;
  });
  const own = cut === -1 ? text : paragraphs.slice(0, cut).join('\n\n');
  const after = cut === -1 ? '' : paragraphs.slice(cut).join('\n\n');
  const isInline = /`[ \t]*$/.test(before);
  const tick = isInline ? own.indexOf('`') : -1;
  const end = tick === -1 ? findEnd(own) : tick;
  const lead = before
    .replace(/`[ \t]*$/, '')
    .replace(
      /^[ \t]*(?:please )?(?:add|import|use|here is|this is|try)?(?: an?| the| this| these| my)?(?: tools?)?(?: for| from| of)?(?: curl)?(?: commands?)?[ \t]*:?\s*$/i,
      '',
    );
  const rest = [lead, own.slice(end).replace(/^`/, ''), after].filter((part) => part.trim() !== '');
  return {
    documents: [{ text: own.slice(0, end), what: 'the cURL commands' }],
    rest: rest.join('\n'),
  };
}

/** Where a command of one line ends and a request about its tool begins. */
function findEnd(text: string): number {
  if (text.length > LOOKED_AT) return text.length;
  const last = text.lastIndexOf('\n') + 1;
  for (const found of text.slice(last).matchAll(WHAT_FOLLOWS)) {
    if (quotationAfter(text.slice(0, last + found.index), '') === '') return last + found.index;
  }
  return text.length;
}

/** The quotation mark that is open at the end of a text; empty where none is. */
function quotationAfter(text: string, before: string): string {
  let open = before;
  for (const char of text) {
    if (open === '' && (char === "'" || char === '"')) open = char;
    else if (char === open) open = '';
  }
  return open;
}
